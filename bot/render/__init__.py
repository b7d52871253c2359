"""What people see: pictures in, views and texts out; nothing here asks, sends or decides."""

# Any Debian base with Python 3.11 to 3.13 will do: docker build --build-arg BASE=python:3.12-slim .
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /src
# The environment that runs has no pip of its own; this one installs into it and stays behind.
RUN python3 -m venv /opt/pip && python3 -m venv --without-pip /opt/doorcard
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_PYTHON=/opt/doorcard/bin/python \
    PIP_ROOT_USER_ACTION=ignore
COPY requirements.lock ./
RUN /opt/pip/bin/pip install --no-compile --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY engine ./engine
COPY bot ./bot
COPY cogs ./cogs
# Code is compiled here, once: where it runs nothing can be written.
RUN /opt/pip/bin/pip install --no-compile --no-deps --no-build-isolation . \
    && /opt/pip/bin/pip uninstall --yes setuptools \
    && /opt/doorcard/bin/python -m compileall -q --invalidation-mode unchecked-hash /opt/doorcard/lib

FROM ${BASE}
LABEL org.opencontainers.image.title="Doorcard" \
      org.opencontainers.image.description="A Discord bot that deals five-card stud" \
      org.opencontainers.image.licenses="MIT"
# The base may bring a pip, or the means to make one: nothing is to be installed where the bot runs.
RUN find / -xdev \( -name pip -o -name 'pip3*' -o -name 'pip-*' -o -name ensurepip \) \
        -prune -exec rm -rf {} + \
    && useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin doorcard \
    && mkdir -m 0700 /data && chown doorcard:doorcard /data
COPY --from=build /opt/doorcard /opt/doorcard
ENV PATH=/opt/doorcard/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DOORCARD_DATABASE=/data/doorcard.sqlite3
# By number: a host that refuses root can tell that it is none.
USER 10001:10001
VOLUME /data
WORKDIR /data
STOPSIGNAL SIGTERM
# The bot keeps a heartbeat beside the database while the gateway and the database both answer.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=2 \
    CMD ["doorcard", "health"]
ENTRYPOINT ["doorcard"]

ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /src
RUN python3 -m venv /opt/doorcard
COPY requirements.lock ./
RUN /opt/doorcard/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
    --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY engine ./engine
COPY bot ./bot
COPY cogs ./cogs
RUN /opt/doorcard/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
    --no-deps --no-build-isolation .

FROM ${BASE}
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin doorcard \
    && mkdir /data && chown doorcard:doorcard /data
COPY --from=build /opt/doorcard /opt/doorcard
ENV PATH=/opt/doorcard/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DOORCARD_DATABASE=/data/doorcard.sqlite3
USER doorcard
VOLUME /data
WORKDIR /data
ENTRYPOINT ["doorcard"]

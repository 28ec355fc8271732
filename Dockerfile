# syntax=docker/dockerfile:1
FROM --platform=$BUILDPLATFORM golang:1.26-bookworm AS build
WORKDIR /src
ENV GOCACHE=/cache
COPY go.mod go.sum ./
RUN --mount=type=cache,target=/go/pkg/mod go mod download
COPY . .
ARG TARGETOS TARGETARCH VERSION=dev
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/cache \
    CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
    go build -trimpath -ldflags "-s -w -X main.release=$VERSION" -o /out/marketd ./cmd/marketd \
 && install -d -o 65532 -g 65532 -m 0700 /out/data

# Static: certificates, time zones, /etc/passwd and nothing to run but marketd.
FROM gcr.io/distroless/static-debian12:nonroot
ARG VERSION=dev
LABEL org.opencontainers.image.title="marketd" \
      org.opencontainers.image.description="A market for the tools that AI apps call" \
      org.opencontainers.image.version="$VERSION"
COPY --from=build /out/marketd /marketd
COPY --from=build --chown=65532:65532 /out/data /data
ENV MARKETD_DATA=/data
USER 65532:65532
VOLUME /data
EXPOSE 8443
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/marketd", "healthcheck"]
ENTRYPOINT ["/marketd"]
CMD ["serve"]

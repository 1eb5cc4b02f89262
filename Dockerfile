# ctxpack alone, without a shell, as a user without rights:
#
#   docker build -t ctxpack .
#   docker run --rm --network none --read-only -v "$PWD:/src:ro" ctxpack pack . --budget 32k > context.md
FROM golang:1.26-alpine AS build
# hadolint ignore=DL3018
RUN apk add --no-cache gcc git musl-dev
WORKDIR /build
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN go build -trimpath -tags netgo,osusergo -ldflags '-s -w -linkmode external -extldflags -static' -o /ctxpack .

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /build/LICENSE /ctxpack /
# Nothing outlives the container, so a cache would only cost.
ENV CTXPACK_NO_CACHE=true
USER 65532:65532
WORKDIR /src
ENTRYPOINT ["/ctxpack"]
CMD ["pack", "."]

# A host for evenings with phones: `docker build -t venice-pnp .`, then
#   docker run --rm -it -v venice:/home/venice venice-pnp referee new canaletto --players Anke,Bernd,Claudia --seed auto
#   docker run --rm -it --network host -v venice:/home/venice venice-pnp
# It stands in the machine's own network (Linux), so that phones are told, and may use, an address that they can reach:
# behind a mapped port (-p) it would know only that of the container, and refuse every other.
FROM python:3.12-slim AS made
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY data data
COPY templates templates
COPY venice_pnp venice_pnp
RUN pip install --no-cache-dir --prefix=/made .

FROM python:3.12-slim
COPY --from=made /made /usr/local
RUN useradd --create-home venice
USER venice
WORKDIR /home/venice
VOLUME /home/venice
EXPOSE 8770
ENTRYPOINT ["venice-pnp"]
CMD ["host", "--port", "8770"]

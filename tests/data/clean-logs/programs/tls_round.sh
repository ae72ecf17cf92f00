#!/usr/bin/env bash
# Make a certificate authority and a server, and talk to it; needs openssl, curl and Python.
set -e
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj '/CN=Example root' 2>/dev/null
openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost 2>/dev/null
printf 'subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n' >server.ext
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 1 -extfile server.ext
openssl verify -verbose -CAfile ca.pem server.pem
openssl x509 -in server.pem -noout -issuer -subject -dates -checkend 3600
cat >serve.py <<'END'
import http.server, ssl
server = http.server.HTTPServer(("127.0.0.1", 8443), http.server.SimpleHTTPRequestHandler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("server.pem", "server.key")
server.socket = context.wrap_socket(server.socket, server_side=True)
for request in range(4):
    server.handle_request()
END
echo 'no error' >status.txt
python serve.py &
sleep 1
curl --verbose --silent --fail --retry 2 --cacert ca.pem https://localhost:8443/status.txt
export SSL_CERT_FILE=$PWD/ca.pem REQUESTS_CA_BUNDLE=$PWD/ca.pem
python -c 'import urllib.request as u; print(u.urlopen("https://localhost:8443/status.txt").read())'
python -c 'import requests; print(requests.get("https://localhost:8443/status.txt", timeout=5))'
openssl s_client -connect localhost:8443 -servername localhost -CAfile ca.pem -verify_return_error </dev/null 2>&1 |
  grep -E 'depth|verify|Verification|return code'
wait

"""How calls travel, against a server that answers what a test says."""

import json
import threading
import time
import unittest
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from windlass import NULL, ApiError, Client

KEY = "ak_calling_0123456789"


class Handler(BaseHTTPRequestHandler):
    def answer(self):
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(length).decode()
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.seen.append((self.command, self.path, headers, body))
        answers = self.server.answers
        status, headers, text = answers.pop(0) if len(answers) > 1 else answers[0]
        if status is None:
            self.connection.close()
            return
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def log_message(self, *_):
        pass


def trading(data):
    body = {"isError": False, "message": "ok", "statusCode": 200, "data": data}
    return 200, {}, json.dumps(body)


def refusal(status, code, headers=None):
    body = {"isError": True, "message": "No.", "statusCode": status, "data": {"error": code}}
    return status, headers or {}, json.dumps(body)


class CallingTest(unittest.TestCase):
    def setUp(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.seen = []
        self.server.answers = [trading({})]
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.waits = []
        self.client = Client(f"http://127.0.0.1:{self.server.server_port}/", KEY, timeout=5)
        self.client._patience = replace(
            self.client._patience, sleep=self.waits.append, chance=lambda: 0.0
        )

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()

    def fail_with(self, call):
        with self.assertRaises(ApiError) as caught:
            call()
        return caught.exception

    def submit(self):
        return self.client.submit_order(
            exchange_account_id="a", symbol="B/U", side="buy", order_type="market", quantity=1
        )

    def test_sends_each_part_where_it_belongs(self):
        self.client.get_order(order_id="a/b c", exchange_account_id="x", symbol=None)
        self.client.change_account(id="x", fee_overrides=NULL, daily_limit_usd=5)
        (method, path, headers, _), (other, _, _, body) = self.server.seen
        self.assertEqual(
            (method, path),
            ("GET", "/order-execution/execution/order/a%2Fb%20c?exchange_account_id=x"),
        )
        self.assertEqual(headers["x-api-key"], KEY)
        self.assertEqual(
            (other, json.loads(body)), ("PATCH", {"fee_overrides": None, "daily_limit_usd": 5})
        )

    def test_gives_no_key_to_public_endpoints(self):
        self.server.answers = [(200, {}, '{"success": true}')]
        self.assertEqual(self.client.get_health(), {"success": True})
        self.assertNotIn(KEY, json.dumps(self.server.seen))

    def test_refuses_an_id_that_would_address_another_endpoint(self):
        for bad in ("", ".", ".."):
            with self.assertRaises(ValueError):
                self.client.get_account(id=bad)
        self.assertEqual(self.server.seen, [])

    def test_tries_reads_again_while_it_may_help(self):
        self.server.answers = [
            refusal(503, "SHUTTING_DOWN"),
            refusal(429, "RATE_LIMITED", {"retry-after": "2"}),
            trading({"keys": []}),
        ]
        self.assertEqual(self.client.list_keys(), {"keys": []})
        self.assertEqual(self.waits, [0.1, 2.0])

    def test_gives_up_after_the_tries_it_was_allowed(self):
        self.server.answers = [refusal(503, "SHUTTING_DOWN")]
        self.assertEqual(self.fail_with(self.client.list_keys).code, "SHUTTING_DOWN")
        self.assertEqual(len(self.server.seen), 3)

    def test_leaves_a_long_wait_to_the_caller(self):
        self.server.answers = [refusal(429, "RATE_LIMITED", {"retry-after": "60"})]
        error = self.fail_with(self.client.list_keys)
        self.assertEqual((error.retry_after, self.waits), (60.0, []))

    def test_never_sends_a_write_twice(self):
        for answer in (refusal(503, "SHUTTING_DOWN"), (None, {}, "")):
            self.server.seen.clear()
            self.server.answers = [answer]
            self.fail_with(self.submit)
            self.assertEqual((len(self.server.seen), self.waits), (1, []))

    def test_calls_a_lost_connection_a_network_error(self):
        self.server.answers = [(None, {}, "")]
        error = self.fail_with(self.submit)
        self.assertEqual((error.code, error.status), ("NETWORK_ERROR", None))

    def test_waits_no_longer_than_told(self):
        self.server.answers = [trading({})]
        slow = threading.Event()
        self.addCleanup(slow.set)
        self.server.seen = Blocking(slow)
        started = time.monotonic()
        error = self.fail_with(self.client.with_options(timeout=0.2).halt_trading)
        self.assertEqual(error.code, "TIMEOUT")
        self.assertLess(time.monotonic() - started, 3)

    def test_follows_no_redirect(self):
        away = f"http://127.0.0.1:{self.server.server_port}/elsewhere"
        for status in (301, 302, 303, 307, 308):
            self.server.seen.clear()
            self.server.answers = [(status, {"location": away}, "")]
            error = self.fail_with(self.client.list_keys)
            self.assertEqual((error.code, error.status), ("BAD_ANSWER", status))
            self.assertEqual(len(self.server.seen), 1)

    def test_never_shows_the_key(self):
        echo = {"isError": True, "message": f"bad {KEY}", "statusCode": 400, "data": {"k": KEY}}
        self.server.answers = [(400, {}, json.dumps(echo))]
        error = self.fail_with(self.client.list_keys)
        shown = f"{error!r} {error} {error.data} {self.client!r} {vars(self.client)}"
        self.assertNotIn(KEY, shown)
        self.assertIn("bad [secret]", error.message)

    def test_takes_nothing_else_for_an_answer(self):
        vault = '{"success": true, "message": "ok", "data": {}}'
        for text in ("", "<html>", "[]", "null", '{"data": 1}', vault):
            self.server.answers = [(200, {}, text)]
            self.assertEqual(self.fail_with(self.client.list_keys).code, "BAD_ANSWER")

    def test_returns_a_page_as_text(self):
        self.server.answers = [(200, {"content-type": "text/html"}, "<p>costs</p>")]
        page = self.client.get_tca_report(exchange_account_id="a", format="html")
        self.assertEqual(page, "<p>costs</p>")

    def test_refuses_settings_that_cannot_be(self):
        for settings in (
            {"base_url": "ftp://host"},
            {"base_url": "http://user:word@host"},
            {"base_url": "host:3000"},
            {"key": "two words"},
            {"key": "line\nbreak"},
            {"timeout": 0},
            {"timeout": float("nan")},
            {"retries": 11},
        ):
            with self.subTest(settings), self.assertRaises(ValueError):
                Client(**{"base_url": "http://127.0.0.1:1", **settings})


class Blocking(list):
    """What was seen is taken down only once the event is set."""

    def __init__(self, event):
        super().__init__()
        self.event = event

    def append(self, item):
        self.event.wait(5)
        super().append(item)


if __name__ == "__main__":
    unittest.main()

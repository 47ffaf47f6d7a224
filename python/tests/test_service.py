"""The client against a running service: WINDLASS_URL says where, WINDLASS_KEY the key."""

import os
import re
import unittest
import uuid
from pathlib import Path

from windlass import NULL, ApiError, Client

URL = os.environ.get("WINDLASS_URL", "")
KEY = os.environ.get("WINDLASS_KEY", "")


@unittest.skipUnless(URL, "WINDLASS_URL names no service")
class ServiceTest(unittest.TestCase):
    def setUp(self):
        self.client = Client(URL, KEY)

    def refused(self, code, call):
        with self.assertRaises(ApiError) as caught:
            call()
        self.assertEqual(caught.exception.code, code)
        return caught.exception

    def place(self, client_order_id):
        return self.client.submit_order(
            exchange_account_id="paper-binance",
            symbol="BTC/USDT",
            side="buy",
            order_type="limit",
            quantity=0.001,
            price=20_000,
            client_order_id=client_order_id,
        )

    def test_needs_no_key_for_health(self):
        self.assertTrue(Client(URL).get_health()["success"])

    def test_places_reads_and_cancels_a_paper_order(self):
        name = f"py-{uuid.uuid4()}"
        order = self.place(name)
        self.assertEqual(order["client_order_id"], name)
        self.assertEqual(self.place(name)["order_id"], order["order_id"])
        account = "paper-binance"
        open_orders = self.client.list_open_orders(exchange_account_id=account)
        self.assertIn(name, [one["client_order_id"] for one in open_orders])
        cancelled = self.client.cancel_order(order_id=name, exchange_account_id=account)
        self.assertEqual(cancelled["status"], "canceled")
        read = self.client.get_order(order_id=name, exchange_account_id=account)
        self.assertEqual((read["status"], read["filled"]), ("canceled", 0))

    def test_lists_vaults_page_by_page(self):
        notes = []
        client = self.client.with_options(on_answer=notes.append)
        pages = [client.list_vaults(page=page, limit=3) for page in (1, 2)]
        ids = [vault["id"] for page in pages for vault in page]
        self.assertEqual(len(set(ids)), 6)
        first, second = (note.pagination for note in notes)
        self.assertEqual((first["page"], second["page"], first["hasNext"]), (1, 2, True))
        vault = self.client.get_vault(id=ids[0])
        self.assertEqual(vault["id"], ids[0])
        by_address = self.client.get_vault_by_address(address=vault["vaultAddress"])
        self.assertEqual(by_address["id"], ids[0])

    def test_hears_what_stands_beside_the_data(self):
        notes = []
        client = self.client.with_options(on_answer=notes.append)
        client.get_enhanced_positions(exchange_account_id="paper-binance")
        self.assertIn("risk_summary", notes[0].beside)

    def test_reads_refusals_of_the_trading_api(self):
        error = self.refused("ACCOUNT_NOT_FOUND", lambda: self.client.get_account(id="nobody"))
        self.assertEqual(error.status, 404)
        self.assertRegex(error.request_id, r"^[0-9a-f-]{36}$")
        bad = self.refused(
            "VALIDATION_FAILED",
            lambda: self.client.set_leverage(
                exchange_account_id="paper-binance", symbol="BTC/USDT:USDT", leverage=1_000
            ),
        )
        self.assertEqual(bad.data["errors"][0]["field"], "leverage")

    def test_reads_refusals_of_the_vault_api(self):
        error = self.refused("VAULT_NOT_FOUND", lambda: self.client.get_vault(id="f" * 24))
        self.assertEqual((error.status, error.data), (404, None))
        bad = self.refused("VALIDATION_FAILED", lambda: self.client.get_vault(id="nothing"))
        self.assertEqual(bad.data["errors"][0]["field"], "id")

    def test_says_that_a_key_is_wrong_and_never_which(self):
        wrong = Client(URL, "ak_wrong_0123456789")
        for call in (wrong.list_keys, wrong.list_vaults):
            error = self.refused("UNAUTHORIZED", call)
            self.assertEqual(error.status, 401)
            self.assertNotIn("ak_wrong", f"{error!r} {vars(error)}")

    def test_sends_null_where_it_is_asked_for(self):
        account = f"py-{uuid.uuid4().hex[:8]}"
        self.client.create_account(
            exchange_account_id=account,
            exchange="kraken",
            mode="paper",
            fee_overrides={"maker_bps": 1, "taker_bps": 2},
        )
        kept = self.client.change_account(id=account, daily_limit_usd=7)
        self.assertEqual(kept["fee_overrides"]["maker_bps"], 1)
        cleared = self.client.change_account(id=account, fee_overrides=NULL)
        self.assertIsNone(cleared["fee_overrides"])
        self.client.remove_account(id=account)

    def test_runs_the_examples_of_the_readme(self):
        readme = (Path(__file__).parent.parent / "README.md").read_text("utf8")
        examples = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
        self.assertGreaterEqual(len(examples), 2)
        scope = {"print": lambda *_: None}
        for example in examples:
            text = example.replace("http://127.0.0.1:3000", URL).replace("ak_your_key", KEY)
            exec(compile(text, "README.md", "exec"), scope)


if __name__ == "__main__":
    unittest.main()

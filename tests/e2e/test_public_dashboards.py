"""Every public dashboard is drawn: no unknown panel of the kinds we know, no error in the console.

The source they ask has none of their metrics; panels without data are what is expected.
"""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.fixtures.browser import DRAWN, Product, open_page, sign_in
from tests.fixtures.dashboards import public_dashboards
from tests.fixtures.monitored import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.prometheus]
FOUND = public_dashboards()
OURS = {
    "timeseries",
    "stat",
    "gauge",
    "bargauge",
    "table",
    "text",
    "row",
    "barchart",
    "piechart",
    "heatmap",
    "logs",
    "state-timeline",
}
_SCROLL_TO_THE_END = f"""async () => {{
  const page = document.scrollingElement;
  for (let top = 0; top < page.scrollHeight; top += 1000) {{
    page.scrollTo(0, top);
    await ({DRAWN})();
  }}
}}"""
_STATES = """() => [...document.querySelectorAll('[data-panel]')].map(panel => [
  panel.dataset.panelType,
  panel.querySelector('[data-panel-state]')?.dataset.panelState ?? 'waiting',
  panel.innerText.slice(0, 200),
])"""


@pytest.mark.skipif(not FOUND, reason="no public dashboards: set VEDETTE_TEST_DASHBOARDS")
@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_a_public_dashboard_is_drawn_without_an_unknown_panel_or_an_error(
    browser: Browser, monitored_product: Product, path: Path
) -> None:
    watched = open_page(browser, monitored_product.url, height=1600)
    sign_in(watched, "admin", PASSWORD)
    page = watched.page
    reply = watched.context.request.post(
        "/api/dashboards/import",
        data={"dashboard": json.loads(path.read_text()), "overwrite": True, "inputs": []},
        headers={"Origin": monitored_product.url},
    )
    assert reply.ok, reply.text()
    page.goto(f"/d/{reply.json()['uid']}?from=now-5m&to=now&refresh=")
    empty = page.get_by_text("This dashboard has no panels")
    page.locator("[data-grid]").or_(empty).first.wait_for(state="attached")
    page.evaluate(_SCROLL_TO_THE_END)
    page.wait_for_load_state("networkidle")
    problems = [error for error in watched.errors if not is_refusal(error)]
    for kind, state, text in page.evaluate(_STATES):
        if kind in OURS and state == "unsupported":
            problems.append(f"{kind} is unknown: {text}")
    assert problems == []
    watched.context.close()


def is_refusal(error: str) -> bool:
    """The browser writes into its console that a query was answered with an error status: a
    dashboard may ask what this Prometheus cannot answer, and its panel says so."""
    return "the server responded with a status of 4" in error or "status of 5" in error

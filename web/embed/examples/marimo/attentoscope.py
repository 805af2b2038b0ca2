"""A marimo notebook: a frame, since marimo does not run scripts in the HTML of a cell."""

import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo

    mo.Html(
        '<iframe src="https://example.org/attentoscope/embed.html#v1;experiment=context-lookup;seed=7"'
        ' title="A network that learns where to look"'
        ' sandbox="allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox" allow="clipboard-write"'
        ' loading="lazy" width="100%" height="560" style="border: 0"></iframe>'
    )
    return


if __name__ == "__main__":
    app.run()

namespace Pooling.Samples;

public sealed class LiveTableTests
{
    private static readonly LiveColumn<Figures>[] s_columns =
    [
        new("count", static row => $"{row.Count:N0}", 7),
        new("share", static row => $"{row.Share:0.00}"),
    ];

    private readonly List<string> _lines = [];

    [Fact]
    public void Add_Terminal_AlignsColumnsAndRepeatsTitles()
    {
        LiveTable<Figures> table = Create(LiveFormat.Terminal);
        for (int i = 0; i < 21; i++)
            table.Add(new Figures(1000 + i, 0.5));

        Assert.Equal(["  count  share", "  1,000   0.50", "  1,001   0.50"], _lines[..3]);
        Assert.Equal(["  count  share", "  1,020   0.50"], _lines[21..]);
    }

    [Fact]
    public void Add_Markdown_WritesOneTable()
    {
        LiveTable<Figures> table = Create(LiveFormat.Markdown);
        for (int i = 0; i < 21; i++)
            table.Add(new Figures(i, 0.25));

        Assert.Equal(["|   count | share |", "| ------: | ----: |", "|       0 |  0.25 |"], _lines[..3]);
        Assert.Equal(23, _lines.Count);
    }

    [Fact]
    public void Add_Json_WritesAllMembersInALine()
    {
        Create(LiveFormat.Json).Add(new Figures(3, 0.75));

        Assert.Equal(["{\"count\":3,\"share\":0.75}"], _lines);
    }

    [Fact]
    public void FormatOf_NoTerminal_IsMarkdown()
    {
        Assert.Equal(LiveFormat.Markdown, SampleConsole.FormatOf(new StringWriter()));
        Assert.Equal(LiveFormat.Json, SampleConsole.FormatOf(new StringWriter(), json: true));
    }

    [Fact]
    public async Task EachSecond_StepIsFalse_Ends()
    {
        int steps = 0;

        await EachSecond.Run(() => ++steps < 2, CancellationToken.None);

        Assert.Equal(2, steps);
    }

    [Fact]
    public async Task EachSecond_Cancelled_Ends()
    {
        using var cancellation = new CancellationTokenSource();

        await EachSecond.Run(
            () =>
            {
                cancellation.Cancel();
                return true;
            },
            cancellation.Token);
    }

    private LiveTable<Figures> Create(LiveFormat format) => new(_lines.Add, format, s_columns);

    private sealed record Figures(int Count, double Share);
}

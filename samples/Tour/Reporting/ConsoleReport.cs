using Pooling.Tour.Comparisons;
using Spectre.Console;

namespace Pooling.Tour.Reporting;

/// <summary>Writes the tour to a terminal, or as plain lines to a file or a pipe.</summary>
internal sealed class ConsoleReport
{
    private const int NarrowestBar = 8;
    private const int WidestBar = 40;
    private const int PlainWidth = 1000; // no window truncates these lines

    private readonly IAnsiConsole _console;

    /// <param name="output">The writer to write to. A live display is used only for a terminal.</param>
    /// <param name="color">Whether to use colors.</param>
    public ConsoleReport(TextWriter output, bool color)
    {
        var target = new AnsiConsoleOutput(output);
        _console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = target,
            Ansi = target.IsTerminal ? AnsiSupport.Detect : AnsiSupport.No,
            ColorSystem = target.IsTerminal && color ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Interactive = target.IsTerminal ? InteractionSupport.Detect : InteractionSupport.No,
        });
        IsLive = target.IsTerminal && _console.Profile.Capabilities is { Ansi: true, Interactive: true };
        if (!target.IsTerminal)
        {
            _console.Profile.Width = PlainWidth;
            _console.Profile.Capabilities.Unicode = false; // a file does not have a terminal's characters
        }
    }

    /// <summary>Whether lines can be redrawn.</summary>
    public bool IsLive { get; }

    public void WriteBanner(TourMachine machine, bool quick)
    {
        _console.WriteLine();
        _console.MarkupLine("[bold]The Pooling tour[/]: the class library's way against the pooled way");
        _console.WriteLine();
        var grid = new Grid().AddColumn(new GridColumn().NoWrap().Padding(2, 0)).AddColumn(new GridColumn().Padding(0, 0));
        Add("machine", machine.Hardware);
        Add("system", machine.OperatingSystem);
        Add("runtime", machine.Runtime);
        Add("GC", machine.GarbageCollector);
        if (quick)
            Add("mode", "quick: short measurements, rough figures");

        _console.Write(grid);
        if (!machine.Optimized)
            _console.MarkupLine("[yellow]This is a Debug build: its times are meaningless. Run with -c Release.[/]");


        void Add(string name, string value) => grid.AddRow(new Text(name, new Style(Color.Grey)), new Text(value));
    }

    /// <summary>Runs a section and shows its progress.</summary>
    /// <param name="name">The name of the section.</param>
    /// <param name="run">Runs the section and reports the name and the completed part of each step.</param>
    public SectionResult Follow(string name, Func<Action<string, double>, SectionResult> run)
    {
        if (!IsLive)
        {
            _console.WriteLine();
            return run((step, fraction) =>
            {
                if (fraction == 0)
                    _console.WriteLine($"measuring {name}: {step}");
            });
        }

        // Drawn only between measurements, because a display that refreshes itself would take time from the measurements.
        return _console.Progress().AutoRefresh(false).AutoClear(true).HideCompleted(false)
            .Columns(new TaskDescriptionColumn { Alignment = Justify.Left }, new ProgressBarColumn { Width = 30 }, new PercentageColumn())
            .Start(context =>
            {
                var tasks = new Dictionary<string, ProgressTask>();
                long drawn = 0;
                return run((step, fraction) =>
                {
                    if (!tasks.TryGetValue(step, out ProgressTask? task))
                        tasks[step] = task = context.AddTask(Markup.Escape($"{name}: {step}"));

                    task.Value = fraction * task.MaxValue;
                    if (fraction is > 0 and < 1 && Environment.TickCount64 - drawn < 100)
                        return;

                    context.Refresh();
                    drawn = Environment.TickCount64;
                });
            });
    }

    public void WriteSection(SectionResult section)
    {
        WriteHeading(section.Title);
        _console.WriteLine(section.Summary);
        foreach (ComparisonResult comparison in section.Comparisons)
            WriteComparison(comparison);
    }

    public void WriteSummary(TourResult result, ReportFiles files)
    {
        WriteHeading("Summary");
        foreach (ComparisonResult comparison in result.Comparisons)
        {
            ComparisonRow pooled = comparison.BestPooled;
            ComparisonRow other = comparison.BestWithout;
            (string verdict, string color) = (Words.Of(comparison.Verdict), ColorOf(comparison.Verdict));
            string ratio = comparison.Verdict == Verdict.Unclear
                ? ""
                : $", {Figures.Ratio(comparison.Ratio(pooled, other))}";
            _console.MarkupLineInterpolated(
                $"  {comparison.Name}: [{color}]{verdict}[/]{ratio} ({pooled.Name} against {other.Name})");
        }

        int passed = result.Checks.Count(static check => check.Passed);
        _console.WriteLine();
        string colorOfAll = result.Passed ? "green" : "red";
        _console.MarkupLineInterpolated($"  checks: {passed} passed, [{colorOfAll}]{result.FailedChecks.Count} failed[/]");
        _console.WriteLine($"  page:    {files.Html}");
        _console.WriteLine($"  figures: {files.Json}");
    }

    private void WriteHeading(string title)
    {
        _console.WriteLine();
        if (IsLive)
            _console.Write(new Rule($"[bold]{Markup.Escape(title)}[/]").LeftJustified());
        else
            _console.WriteLine($"== {title} ==");
    }

    private static string ColorOf(Verdict verdict) =>
        verdict switch { Verdict.Faster => "green", Verdict.Slower => "yellow", _ => "default" };

    private void WriteComparison(ComparisonResult result)
    {
        _console.WriteLine();
        _console.MarkupLineInterpolated($"[bold]{result.Name}[/]");
        _console.MarkupLineInterpolated($"[grey]{result.Detail}[/]");
        WriteTable(result);
        foreach ((Verdict verdict, string text) in Words.Describe(result))
            _console.MarkupLineInterpolated($"  [{ColorOf(verdict)}]{text}[/]");

        foreach (string text in Words.DescribePublished(result).Concat(result.Facts))
            _console.MarkupLineInterpolated($"  [grey]{text}[/]");

        foreach (Check check in result.Checks)
        {
            (string color, string word) = check.Passed ? ("green", "ok:") : ("red", "FAILED:");
            _console.MarkupLineInterpolated($"  [{color}]{word}[/] [grey]{check.Name}[/]");
        }
    }

    private void WriteTable(ComparisonResult result)
    {
        string[] titles = [$"per {result.Unit}", "time", "ratio", "allocated", "gen 0/1/2"];
        string[][] cells = [.. result.Rows.Select(static row => new[]
        {
            row.Name,
            Figures.Time(row.Time.Median),
            Figures.Ratio(row.Ratio),
            Figures.Bytes(row.BytesPerOperation),
            Figures.Collections(row).Replace(" ", "", StringComparison.Ordinal),
        })];

        int padding = IsLive ? 0 : 1;
        int taken = titles.Select((title, i) => Math.Max(title.Length, cells.Max(row => row[i].Length)) + padding + 2).Sum();
        int width = Math.Min(_console.Profile.Width - taken - padding - 4, WidestBar);
        var table = new Table { Border = IsLive ? TableBorder.Simple : TableBorder.Markdown };
        for (int i = 0; i < titles.Length; i++)
        {
            table.AddColumn(new TableColumn(titles[i])
            {
                NoWrap = true,
                Alignment = i == 0 ? Justify.Left : Justify.Right,
                Padding = new Padding(padding, 0, 1, 0),
            });
        }

        if (width >= NarrowestBar)
            table.AddColumn(new TableColumn("") { NoWrap = true, Padding = new Padding(padding, 0) });

        double longest = result.Rows.Max(static row => row.Ratio.Median);
        for (int i = 0; i < cells.Length; i++)
        {
            ComparisonRow row = result.Rows[i];
            string color = row.Side == Side.Without ? "grey" : ColorOf(Verdicts.Of(row.Ratio));
            List<Markup> markup = [.. cells[i].Select(static cell => new Markup(Markup.Escape(cell)))];
            markup[0] = Markup.FromInterpolated($"[{(row.Side == Side.Without ? "default" : "bold")}]{row.Name}[/]");
            markup[2] = new Markup($"[{color}]{cells[i][2]}[/]");
            if (width >= NarrowestBar)
                markup.Add(new Markup($"[{color}]{Bar(row.Ratio.Median / longest, width)}[/]"));

            table.AddRow(markup);
        }

        _console.Write(table);
    }

    private string Bar(double part, int width)
    {
        if (!_console.Profile.Capabilities.Unicode)
            return new string('#', Math.Max(1, (int)Math.Round(part * width)));

        int eighths = Math.Max(1, (int)Math.Round(part * width * 8));
        string rest = eighths % 8 == 0 ? "" : ((char)('\u2588' + 8 - (eighths % 8))).ToString();
        return new string('\u2588', eighths / 8) + rest;
    }
}

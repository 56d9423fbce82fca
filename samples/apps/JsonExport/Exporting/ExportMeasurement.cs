using System.Diagnostics;

namespace Pooling.JsonExport.Exporting;

/// <summary>Checks and times the writers in turn, round after round, so that any disturbance of the machine affects all of them.</summary>
internal sealed class ExportMeasurement(ExportOptions options, Action<string, double> progress, CancellationToken cancellationToken)
{
    private const int WarmUpCustomers = 200;
    private const int WarmUpWrites = 60; // the runtime recompiles a method after 30 calls
    private const int WritesPerRound = 5; // as published
    private const int ManyCustomers = 20_000; // enough to time a single write

    private readonly int _writesPerRound = options.Count > ManyCustomers ? 1 : WritesPerRound;

    /// <summary>Runs the whole export.</summary>
    /// <returns>The figures. The file, if there is one, contains the document of the first writer whose output was correct.</returns>
    public ExportResult Run()
    {
        progress("creating customers", 0);
        CustomerPage page = CustomerPage.Create(options.Count);
        byte[] expected = ExportContenders.Expected(page);
        using IExportTarget target = CreateTarget(expected.Length);

        string?[] differences = Check(page, expected, target);
        var lines = new Line[options.Writers.Count];
        for (int i = 0; i < lines.Length; i++)
            lines[i] = new Line(options.Rounds);

        WarmUp();
        for (int round = 0; round < options.Rounds; round++)
        {
            for (int i = 0; i < lines.Length; i++)
            {
                int turn = (round + i) % lines.Length;
                Time(options.Writers[turn].Export, page, target, lines[turn], round);
            }

            progress("measuring", (round + 1.0) / options.Rounds);
        }

        Keep(page, target, differences);
        return new ExportResult(options.Count, options.Sink, expected.Length, options.Rounds * _writesPerRound, Rows(differences, lines));
    }

    private IExportTarget CreateTarget(int capacity) => options.Sink switch
    {
        ExportSink.File => new FileTarget(options.Output),
        ExportSink.Null => new MemoryTarget(Stream.Null),
        _ => new MemoryTarget(new MemoryStream(capacity)),
    };

    /// <summary>Writes each document to memory and once to the target, so that an inaccessible target is detected immediately.</summary>
    private string?[] Check(CustomerPage page, byte[] expected, IExportTarget target)
    {
        var differences = new string?[options.Writers.Count];
        using var written = new MemoryStream(expected.Length);
        for (int i = 0; i < differences.Length; i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            progress("checking", (double)i / differences.Length);
            ExportContender contender = options.Writers[i];
            written.SetLength(0);
            contender.Export.Write(page, written);
            differences[i] = contender.Difference(expected, written.ToArray());
            contender.Export.Write(page, target.Begin());
            target.End();
        }

        return differences;
    }

    private void WarmUp()
    {
        CustomerPage page = CustomerPage.Create(Math.Min(options.Count, WarmUpCustomers));
        using var sink = new MemoryStream();
        for (int i = 0; i < WarmUpWrites; i++)
        {
            progress("warming up", (double)i / WarmUpWrites);
            foreach (ExportContender contender in options.Writers)
            {
                cancellationToken.ThrowIfCancellationRequested();
                sink.SetLength(0);
                contender.Export.Write(page, sink);
            }
        }
    }

    private void Time(ICustomerExport export, CustomerPage page, IExportTarget target, Line line, int round)
    {
        GC.Collect(1, GCCollectionMode.Forced, blocking: true); // the garbage of the previous writer must not count for this one
        (int gen0, int gen1, int gen2) = (GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));
        long bytes = GC.GetAllocatedBytesForCurrentThread();
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < _writesPerRound; i++)
        {
            export.Write(page, target.Begin());
            target.End();
            cancellationToken.ThrowIfCancellationRequested();
        }

        line.Milliseconds[round] = Stopwatch.GetElapsedTime(start).TotalMilliseconds / _writesPerRound;
        line.Bytes[round] = (GC.GetAllocatedBytesForCurrentThread() - bytes) / _writesPerRound;
        line.Gen0 += GC.CollectionCount(0) - gen0;
        line.Gen1 += GC.CollectionCount(1) - gen1;
        line.Gen2 += GC.CollectionCount(2) - gen2;
    }

    private void Keep(CustomerPage page, IExportTarget target, string?[] differences)
    {
        int right = Array.IndexOf(differences, null);
        if (right < 0)
            return;

        options.Writers[right].Export.Write(page, target.Begin());
        target.End();
        cancellationToken.ThrowIfCancellationRequested();
        target.Commit();
    }

    private ExportRow[] Rows(string?[] differences, Line[] lines)
    {
        Line? direct = LineOf(ExportContenders.Direct, lines);
        Line? odata = LineOf(ExportContenders.OData, lines);
        return [.. lines.Select((line, i) => new ExportRow(
            options.Writers[i],
            differences[i],
            Quartiles.Of(line.Milliseconds),
            Quartiles.Of(line.Bytes).Median,
            line.Gen0,
            line.Gen1,
            line.Gen2,
            Ratio(line, direct),
            Ratio(line, odata)))];
    }

    private Line? LineOf(string name, Line[] lines)
    {
        for (int i = 0; i < lines.Length; i++)
        {
            if (options.Writers[i].Name == name)
                return lines[i];
        }

        return null;
    }

    private static Quartiles? Ratio(Line line, Line? against) =>
        against is null ? null : Quartiles.Of(line.Milliseconds.Zip(against.Milliseconds, static (one, other) => one / other));

    private sealed class Line(int rounds)
    {
        public double[] Milliseconds { get; } = new double[rounds];

        public double[] Bytes { get; } = new double[rounds];

        public int Gen0 { get; set; }

        public int Gen1 { get; set; }

        public int Gen2 { get; set; }
    }
}

namespace Pooling.Benchmarks.Encodeables;

/// <summary>A message with changes of 32 bytes, decoded and handled: all of it new, parts that stay with a message which a reference
/// returns, and all of it rented through a scope.</summary>
public class EncodeableListBenchmarks
{
    private Reading[] _message = [];
    private object? _last; // lets it escape, so that it is made on the heap

    [Params(1, 3, 10, 100, 1_000)]
    public int Parts { get; set; }

    [GlobalSetup]
    public void Setup() => _message = [.. Enumerable.Range(1, Parts).Select(static i => new Reading(i, i * 3, i * 1_000, i * 1_001))];

    [Benchmark(Baseline = true), Row("POOL-parts-*", Role.Before)]
    public long New()
    {
        var report = new NewReport(7, new NewChange[_message.Length]);
        _last = report;
        for (int i = 0; i < _message.Length; i++)
            report.Changes[i] = new NewChange { Reading = _message[i] };

        long sum = 0;
        foreach (NewChange change in report.Changes)
            sum += change.Reading.Handle + change.Reading.Value;

        return sum;
    }

    [Benchmark, Row("POOL-parts-*", Role.Ours)]
    public long List()
    {
        using PooledRef<Report> rental = Report.Pool.Rent();
        Report report = rental.Value;
        report.Sequence = 7;
        ReadOnlySpan<Change> changes = report.Changes.AddRange(_message.Length);
        for (int i = 0; i < changes.Length; i++)
            changes[i].Reading = _message[i];

        return Handle(report.Changes.Span);
    }

    [Benchmark, Row("POOL-parts-*", Role.Ours, "a scope: slower if there are few parts")]
    public long Scope()
    {
        using PooledScope scope = PooledScope.Begin();
        scope.Rent(Report.Pool).Sequence = 7;
        Span<Change> changes = scope.RentArray<Change>(_message.Length).Span;
        for (int i = 0; i < changes.Length; i++)
            (changes[i] = scope.Rent(Change.Pool)).Reading = _message[i];

        return Handle(changes);
    }

    private static long Handle(ReadOnlySpan<Change> changes)
    {
        long sum = 0;
        foreach (Change change in changes)
            sum += change.Reading.Handle + change.Reading.Value;

        return sum;
    }

    private sealed record NewReport(uint Sequence, NewChange[] Changes);

    private sealed class NewChange
    {
        internal Reading Reading;
        internal string? Text { get; set; }
    }
}

[PooledEncodeable]
internal sealed partial class Report
{
    internal uint Sequence { get; set; }
    internal EncodeableList<Change> Changes { get; } = new(Change.Pool);
}

[PooledEncodeable]
internal sealed partial class Change
{
    internal Reading Reading;
    internal string? Text { get; set; }
}

internal readonly record struct Reading(long Handle, long Value, long SourceTime, long ServerTime);

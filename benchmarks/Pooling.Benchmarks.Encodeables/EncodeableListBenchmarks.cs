namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures a message with changes of 32 bytes, decoded and handled. Its objects are new, kept by hand, parts that stay
/// with a message which a reference returns, or rented through a scope.</summary>
public class EncodeableListBenchmarks
{
    private readonly KeptReport _kept = new();
    private byte[] _message = [];
    private object? _last; // lets it escape, so that it is created on the heap

    [Params(1, 3, 10, 100, 1_000)]
    public int Parts { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.WriteUInt32LittleEndian(7);
        writer.WriteInt32LittleEndian(Parts);
        for (int i = 1; i <= Parts; i++)
        {
            writer.WriteUInt32LittleEndian((uint)i);
            writer.WriteUInt32LittleEndian(0);
            writer.WriteInt64LittleEndian(i * 3L);
            writer.WriteInt64LittleEndian(i * 1_000L);
            writer.WriteInt64LittleEndian(i * 1_001L);
        }

        _message = writer.WrittenSpan.ToArray();
    }

    [Benchmark(Baseline = true), Row("POOL-parts-*", Role.Before, "new")]
    public long New()
    {
        NewReport report = NewReport.Decode(_message);
        _last = report;
        long sum = report.SequenceNumber;
        foreach (NewChange change in report.Changes)
            sum += change.Handle();

        return sum;
    }

    [Benchmark, Row("POOL-parts-*", Role.Peer, "parts kept by hand")]
    public long KeptByHand()
    {
        _kept.Decode(_message);
        long sum = _kept.SequenceNumber;
        foreach (NewChange change in _kept.Changes)
            sum += change.Handle();

        return sum;
    }

    [Benchmark, Row("POOL-parts-*", Role.Ours, "EncodeableList")]
    public long List()
    {
        using PooledRef<Report> rental = Report.Pool.Rent();
        Report report = rental.Value;
        report.Decode(_message);
        return report.SequenceNumber + Handle(report.Changes.Span);
    }

    [Benchmark, Row("POOL-parts-*", Role.Ours, "PooledScope, slower if there are few parts")]
    public long Scope()
    {
        using PooledScope scope = PooledScope.Begin();
        var reader = new BufferReader(_message);
        Report report = scope.Rent(Report.Pool);
        report.SequenceNumber = reader.ReadUInt32LittleEndian();
        Span<Change> changes = scope.RentArray<Change>(Change.ReadCount(ref reader)).Span;
        foreach (ref Change change in changes)
        {
            change = scope.Rent(Change.Pool);
            change.Decode(ref reader);
        }

        return report.SequenceNumber + Handle(changes);
    }

    private static long Handle(ReadOnlySpan<Change> changes)
    {
        long sum = 0;
        foreach (Change change in changes)
            sum += change.Handle();

        return sum;
    }
}

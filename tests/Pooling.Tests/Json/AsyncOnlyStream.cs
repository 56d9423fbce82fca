using Pooling.Doubles;

namespace Pooling.Json;

/// <summary>A stream that can only be written to asynchronously. Every synchronous member throws and is counted.</summary>
internal sealed class AsyncOnlyStream : WriteOnlyDouble
{
    private readonly MemoryStream _content = new();

    internal List<int> Writes { get; } = [];

    internal int Flushes { get; private set; }

    internal int SynchronousCalls { get; private set; }

    /// <summary>Gets or sets the number of the write that throws, counted from 1; 0 for none.</summary>
    internal int ThrowAt { get; set; }

    /// <summary>Gets or sets the number of the write that accepts half of its bytes and then waits until it is canceled, counted from 1; 0
    /// for none.</summary>
    internal int StallAt { get; set; }

    /// <summary>Gets or sets whether every write completes on another thread, after its caller has continued.</summary>
    internal bool Hops { get; set; }

    /// <summary>Gets or sets a callback within each write.</summary>
    internal Action? OnWrite { get; set; }

    /// <summary>Gets or sets what a flush waits for; <see langword="null"/> for nothing.</summary>
    internal Func<CancellationToken, Task>? OnFlush { get; set; }

    internal byte[] Content => _content.ToArray();

    public override void Flush() => Refuse(nameof(Flush));

    public override void Write(byte[] buffer, int offset, int count) => Refuse(nameof(Write));

    public override void WriteByte(byte value) => Refuse(nameof(WriteByte));

    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        Flushes++;
        return OnFlush is { } wait ? wait(cancellationToken) : Task.CompletedTask;
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Writes.Add(count);
        if (Writes.Count == ThrowAt && !Hops)
            throw new InjectedFaultException(nameof(WriteAsync));

        OnWrite?.Invoke();
        return Hops || Writes.Count == StallAt
            ? WriteLaterAsync(buffer, offset, count, cancellationToken)
            : WriteNow(buffer, offset, count);
    }

#if !NETFRAMEWORK
    public override void Write(ReadOnlySpan<byte> buffer) => Refuse(nameof(Write));
#endif

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            Refuse(nameof(Dispose));
    }

    private Task WriteNow(byte[] buffer, int offset, int count)
    {
        _content.Write(buffer, offset, count);
        return Task.CompletedTask;
    }

    private async Task WriteLaterAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        int write = Writes.Count;
        await new NewThread();
        if (write == ThrowAt)
            throw new InjectedFaultException(nameof(WriteAsync));

        if (write == StallAt)
        {
            _content.Write(buffer, offset, count / 2);
            await Task.Delay(Timeout.Infinite, cancellationToken);
        }

        _content.Write(buffer, offset, count);
    }

    private void Refuse(string member)
    {
        SynchronousCalls++;
        throw new InvalidOperationException($"{member} is synchronous.");
    }
}

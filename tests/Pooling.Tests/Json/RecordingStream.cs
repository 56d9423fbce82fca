using Pooling.Doubles;

namespace Pooling.Json;

/// <summary>A stream that keeps the written data, counts writes, and throws or calls back on request.</summary>
internal sealed class RecordingStream : WriteOnlyDouble
{
    private readonly MemoryStream _content = new();

    internal List<int> Writes { get; } = [];

    internal int Flushes { get; private set; }

    internal bool Disposed { get; private set; }

    /// <summary>Gets or sets the number of the write that throws, counted from 1; 0 for none.</summary>
    internal int ThrowAt { get; set; }

    /// <summary>Gets or sets a callback within each write.</summary>
    internal Action? OnWrite { get; set; }

    /// <summary>Gets or sets a callback within each flush.</summary>
    internal Action? OnFlush { get; set; }

    internal byte[] Content => _content.ToArray();

    public override void Flush()
    {
        Flushes++;
        OnFlush?.Invoke();
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
        Writes.Add(count);
        if (Writes.Count == ThrowAt)
            throw new InjectedFaultException(nameof(Write));

        OnWrite?.Invoke();
        _content.Write(buffer, offset, count);
    }

    protected override void Dispose(bool disposing)
    {
        Disposed = true;
        base.Dispose(disposing);
    }
}

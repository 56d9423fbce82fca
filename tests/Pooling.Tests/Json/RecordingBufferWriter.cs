using System.Buffers;

namespace Pooling.Json;

/// <summary>A buffer writer that offers a few bytes at a time, keeps the written data, and throws on request.</summary>
internal sealed class RecordingBufferWriter(int offer) : IBufferWriter<byte>
{
    private readonly byte[] _offered = new byte[offer];
    private readonly MemoryStream _content = new();

    internal int Calls { get; private set; }

    /// <summary>Gets or sets the number of the call of any member that throws, counted from 1; 0 for none.</summary>
    internal int ThrowAt { get; set; }

    internal byte[] Content => _content.ToArray();

    public void Advance(int count)
    {
        Count(nameof(Advance));
        _content.Write(_offered, 0, count);
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Count(nameof(GetMemory));
        return sizeHint <= _offered.Length
            ? _offered
            : throw new InvalidOperationException($"More was asked for than this double gives: {sizeHint}.");
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    private void Count(string member)
    {
        if (++Calls == ThrowAt)
            throw new InjectedFaultException(member);
    }
}

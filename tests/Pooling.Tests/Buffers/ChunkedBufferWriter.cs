using System.Buffers;

namespace Pooling.Buffers;

/// <summary>A foreign buffer writer. It returns exactly the requested number of bytes (one if any number is sufficient), or never more than
/// a few.</summary>
internal sealed class ChunkedBufferWriter(int maxOffered = int.MaxValue) : IBufferWriter<byte>
{
    private readonly List<byte> _content = [];
    private byte[] _offered = [];

    internal byte[] Content => [.. _content];

    internal int Pieces { get; private set; }

    internal int LargestRequest { get; private set; }

    public void Advance(int count)
    {
        if (count > _offered.Length)
            throw new ArgumentOutOfRangeException(nameof(count));

        Pieces++;
        _content.AddRange(_offered.Take(count));
        _offered = [];
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        LargestRequest = Math.Max(LargestRequest, sizeHint);
        _offered = new byte[Math.Min(Math.Max(sizeHint, 1), maxOffered)];
        return _offered;
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}

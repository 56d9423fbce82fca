using System.Buffers;

namespace Pooling.Doubles;

/// <summary>A broken target. It offers other lengths than requested, and records the written data. It never counts more than it
/// offered.</summary>
/// <param name="lie">Returns the offered length for the requested length.</param>
internal sealed class LyingBufferWriter(Func<int, int> lie) : IBufferWriter<byte>
{
    private readonly List<byte> _taken = [];
    private byte[] _offered = [];

    internal byte[] Taken => [.. _taken];

    public void Advance(int count)
    {
        Assert.InRange(count, 0, _offered.Length);
        _taken.AddRange(_offered.Take(count));
        _offered = [];
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        _offered = new byte[lie(sizeHint)];
        _offered.AsSpan().Fill(LyingArrayPool.Foreign);
        return _offered;
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}

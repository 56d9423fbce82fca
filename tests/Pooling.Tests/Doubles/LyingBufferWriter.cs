using System.Buffers;

namespace Pooling.Doubles;

/// <summary>A broken target: it offers other lengths than it is asked for, and takes note of what it gets.
/// Nothing is ever counted beyond what it offered.</summary>
/// <param name="lie">Makes the length that is offered of the one that was asked for.</param>
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

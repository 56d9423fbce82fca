namespace Pooling.SoakTests.Fuzzing;

/// <summary>A stream that returns a random number of bytes at a time, and leaves other bytes behind them.</summary>
internal sealed class FuzzStream(ReadOnlyMemory<byte> bytes, Random random) : MemoryStream
{
    private int _position;

    public override int Read(byte[] buffer, int offset, int count)
    {
        int length = Math.Min(bytes.Length - _position, random.Next(1, Math.Max(2, count + 1)));
        bytes.Span.Slice(_position, length).CopyTo(buffer.AsSpan(offset));
        buffer.AsSpan(offset + length, count - length).Fill(FuzzInput.Canary);
        _position += length;
        return length;
    }
}

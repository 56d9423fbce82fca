#if !NETFRAMEWORK
using System.Globalization;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests values that report more formatted bytes than they wrote.</summary>
public sealed class LyingFormattableTests
{
    [Theory]
    [InlineData(1, 0)]
    [InlineData(60, 0)]
    [InlineData(60, 100)]
    [InlineData(60, -100)]
    [InlineData(300, 0)]
    [InlineData(4000, 0)]
    public void WriteUtf8_OfAValueThatClaimsMoreThanItWrote_ShowsNothingOfOtherRenters(int claimed, int alignment)
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { InitialCapacity = 8192 }, arrays);
        using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        Write(lease.Value, new Lie(claimed), alignment);
        Write(lease.Value, (object)new Lie(claimed), alignment);

        Assert.True(lease.Value.WrittenCount > claimed);
        Assert.DoesNotContain(TestPoolOptions.FreshPattern, lease.Value.WrittenSpan.ToArray());
    }

    private static void Write<T>(PooledArrayBufferWriter<byte> writer, T value, int alignment)
    {
        var text = new BufferWriterExtensions.Utf8InterpolatedStringHandler(0, 1, writer, CultureInfo.InvariantCulture);
        text.AppendFormatted(value, alignment);
        writer.WriteUtf8(CultureInfo.InvariantCulture, ref text);
    }

    private readonly struct Lie(int claimed) : IUtf8SpanFormattable, ISpanFormattable
    {
        public bool TryFormat(Span<byte> room, out int bytes, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            bytes = claimed;
            return room.Length >= claimed;
        }

        public bool TryFormat(Span<char> room, out int chars, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            chars = claimed;
            return room.Length >= claimed;
        }

        public string ToString(string? format, IFormatProvider? provider) => new('x', claimed);

        public override string ToString() => ToString(null, null);
    }
}
#endif

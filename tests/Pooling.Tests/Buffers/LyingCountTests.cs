using System.Buffers;
using System.Globalization;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests that counts and lengths from user code are only accepted if they can be correct.</summary>
public sealed class LyingCountTests
{
    private static readonly Dictionary<string, Action<IBufferWriter<byte>>> s_writes = new()
    {
        ["byte"] = static writer => writer.WriteByte(1),
        ["prefixed text"] = static writer =>
            writer.WritePrefixedUtf8(string.Concat(Enumerable.Repeat("text ä € 😀", 20)).AsSpan(), LengthPrefix.Varint),
        ["long prefixed text"] = static writer =>
            writer.WritePrefixedUtf8(string.Concat(Enumerable.Repeat("text ä € 😀", 400)).AsSpan(), LengthPrefix.UInt16BigEndian),
        ["prefixed bytes"] = static writer => writer.WritePrefixedBytes([1, 2, 3, 4, 5, 6, 7], LengthPrefix.Int32LittleEndian),
        ["number"] = static writer => writer.WriteInt64BigEndian(0x0102030405060708),
        ["guid"] = static writer => writer.WriteGuidBigEndian(new Guid("00112233-4455-6677-8899-aabbccddeeff")),
        ["decimal"] = static writer => writer.WriteDecimalLittleEndian(1234.5m),
        ["varint"] = static writer => writer.WriteVarint64(ulong.MaxValue),
        ["text"] = static writer => writer.WriteUtf8(string.Concat(Enumerable.Repeat("text ä € 😀", 300)).AsSpan()),
        ["interpolation"] = static writer =>
            writer.WriteUtf8(CultureInfo.InvariantCulture, $"{12345678.9,20} and {"text",-9} and {new DateTime(2026, 1, 2):O}"),
        ["numbers"] = static writer => writer.WriteLittleEndian<int>([1, 2, 3, 4, 5, 6, 7]),
        ["reversed numbers"] = static writer => writer.WriteBigEndian<long>([1, 2, 3, 4, 5, 6, 7]),
        ["chunks"] = static writer =>
        {
            using var source = new SegmentedBufferWriter();
            source.Write(new byte[10_000]);
            source.CopyTo(writer);
        },
    };

    public static TheoryData<string> Writes => [.. s_writes.Keys];

    [Theory]
    [MemberData(nameof(Writes))]
    public void Write_ToAWriterThatOffersLessThanAsked_WritesExactlyTheSame(string write)
    {
        using var expected = new PooledArrayBufferWriter<byte>();
        s_writes[write](expected);
        foreach (int most in new[] { 1, 2, 3, 7, 64, 1000 })
        {
            var target = new LyingBufferWriter(asked => Math.Min(Math.Max(asked, 1), most));
            s_writes[write](target);

            Assert.Equal(expected.WrittenSpan.ToArray(), target.Taken);
        }
    }

    [Theory]
    [MemberData(nameof(Writes))]
    public void Write_ToAWriterThatOffersNothing_Throws(string write)
    {
        var target = new LyingBufferWriter(static _ => 0);

        Assert.ThrowsAny<ArgumentException>(() => s_writes[write](target));
        Assert.Empty(target.Taken);
    }

    [Theory]
    [InlineData("null")]
    [InlineData("empty")]
    [InlineData("one short")]
    public void Writers_WhenAnArrayIsTooShort_ThrowAndLeaveThePoolBalanced(string lie)
    {
        bool lied = true;
        for (int call = 1; lied; call++)
        {
            var arrays = new LyingArrayPool(call, asked => lie switch { "null" => null, "empty" => 0, _ => asked - 1 });
            var pool = new BufferWriterPool(arrayPool: arrays);
            int thrown = 0;
            Try(() => WriteRented(pool), ref thrown);
            Try(() => WriteSegmented(pool), ref thrown);
            Try(() => WriteOwned(arrays), ref thrown);
            Try(() => new PooledArray<byte>(100, arrays).Dispose(), ref thrown);
            Try(() => SharedBuffer.Create(new byte[10], arrays).Dispose(), ref thrown);
            lied = arrays.HasLied;

            Assert.Equal(lied ? 1 : 0, thrown);
            Assert.Equal(0, pool.GetStatistics().InUse);
            pool.Dispose();
            Assert.Equal(0, pool.ChargedBytes);
            arrays.AssertAllReturned();
        }
    }

    private static void Try(Action action, ref int thrown)
    {
        if (Record.Exception(action) is { } exception)
        {
            Assert.IsType<InvalidOperationException>(exception);
            Assert.Contains("array pool", exception.Message, StringComparison.Ordinal);
            thrown++;
        }
    }

    private static void WriteRented(BufferWriterPool pool)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        Check(() => lease.Value.WrittenCount, lease.Value.WrittenCount, () => lease.Value.Write(new byte[100]));
        Check(() => lease.Value.WrittenCount, lease.Value.WrittenCount, () => lease.Value.Write(new byte[5000]));
    }

    private static void WriteSegmented(BufferWriterPool pool)
    {
        using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
        Check(() => lease.Value.WrittenCount, lease.Value.WrittenCount, () => lease.Value.Write(new byte[100]));
        Check(() => lease.Value.WrittenCount, lease.Value.WrittenCount, () => lease.Value.Write(new byte[100_000]));
    }

    private static void WriteOwned(ArrayPool<byte> arrays)
    {
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 0 }, arrays);
        Check(() => writer.WrittenCount, writer.WrittenCount, () => writer.Write(new byte[100]));
        Check(() => writer.WrittenCount, writer.WrittenCount, () => writer.Write(new byte[5000]));
    }

    /// <summary>Checks that a write that throws leaves the content unchanged.</summary>
    private static void Check<T>(Func<T> count, T before, Action write)
    {
        try
        {
            write();
        }
        catch
        {
            Assert.Equal(before, count());
            throw;
        }
    }
}

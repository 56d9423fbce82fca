using System.Text.Json;
using FsCheck;
using FsCheck.Fluent;
using Pooling.Doubles;

namespace Pooling.Json;

/// <content>Tests that a lease writes the same bytes as a plain writer.</content>
public sealed partial class Utf8JsonWriterPoolTests
{
    private static readonly Config s_config = Config.QuickThrowOnFailure.WithMaxTest(TestRounds.Of(200));

    private static Arbitrary<(int Seed, int Size, int Options, int Threshold)> Cases { get; } = Arb.From(
        from seed in Gen.Choose(0, int.MaxValue)
        from size in Gen.OneOf(Gen.Choose(0, 8), Gen.Choose(0, 60), Gen.Choose(0, 400))
        from options in Gen.Choose(0, AllOptions.List.Count - 1)
        from threshold in Gen.OneOf(Gen.Choose(1, 64), Gen.Choose(1, 5_000), Gen.Choose(5_000, 40_000), Gen.Constant(int.MaxValue))
        select (seed, size, options, threshold));

    [Fact]
    public void OwnBuffer_AnyDocument_EqualsAPlainWriter() => Check.One(s_config, Prop.ForAll(Cases, one =>
    {
        (byte[] expected, List<Type> faults) = Plain(one.Seed, one.Size, one.Options);
        using PooledUtf8JsonWriter lease = Utf8JsonWriterPool.Shared.Rent(AllOptions.List[one.Options]);
        List<Type> actual = RandomDocument.Write(lease.Writer, one.Seed, one.Size, mayFail: one.Seed % 4 == 0);

        return actual.SequenceEqual(faults) && lease.WrittenCount == expected.Length && lease.WrittenSpan.SequenceEqual(expected);
    }));

    [Fact]
    public void Detach_AnyDocument_EqualsAPlainWriter() => Check.One(s_config, Prop.ForAll(Cases, one =>
    {
        (byte[] expected, List<Type> faults) = Plain(one.Seed, one.Size, one.Options);
        using PooledUtf8JsonWriter lease = Utf8JsonWriterPool.Shared.Rent(AllOptions.List[one.Options]);
        List<Type> actual = RandomDocument.Write(lease.Writer, one.Seed, one.Size, mayFail: one.Seed % 4 == 0);
        using Buffers.PooledArray<byte> first = lease.Detach();
        RandomDocument.Write(lease.Writer, one.Seed, one.Size, mayFail: one.Seed % 4 == 0);

        return actual.SequenceEqual(faults) && first.Span.SequenceEqual(expected) && lease.WrittenSpan.SequenceEqual(expected);
    }));

    [Fact]
    public void Stream_AnyDocument_EqualsAPlainWriter() => Check.One(s_config, Prop.ForAll(Cases, one =>
    {
        (byte[] expected, List<Type> faults) = Plain(one.Seed, one.Size, one.Options);
        var target = new RecordingStream();
        List<Type> actual;
        using (PooledUtf8JsonWriter lease = Utf8JsonWriterPool.Shared.Rent(target, AllOptions.List[one.Options], one.Threshold))
            actual = RandomDocument.Write(lease.Writer, one.Seed, one.Size, mayFail: one.Seed % 4 == 0);

        return actual.SequenceEqual(faults) && target.Content.AsSpan().SequenceEqual(expected) && target.Flushes == 0 && !target.Disposed;
    }));

    [Fact]
    public void BufferWriter_AnyDocument_EqualsAPlainWriter() => Check.One(s_config, Prop.ForAll(Cases, one =>
    {
        (byte[] expected, List<Type> faults) = Plain(one.Seed, one.Size, one.Options);
        var target = new RecordingBufferWriter(offer: 1 + (one.Seed % 3_000));
        List<Type> actual;
        using (PooledUtf8JsonWriter lease = Utf8JsonWriterPool.Shared.Rent(target, AllOptions.List[one.Options], one.Threshold))
            actual = RandomDocument.Write(lease.Writer, one.Seed, one.Size, mayFail: one.Seed % 4 == 0);

        return actual.SequenceEqual(faults) && target.Content.AsSpan().SequenceEqual(expected);
    }));

    [Theory]
    [InlineData(1)]
    [InlineData(300)]
    [InlineData(16_384)]
    public void EveryOptionSet_OnEveryTarget_EqualsAPlainWriter(int threshold)
    {
        for (int options = 0; options < AllOptions.List.Count; options++)
        {
            (byte[] expected, _) = Plain(seed: 4 * options, size: 15, options);
            using var pool = new Utf8JsonWriterPool();
            for (int use = 0; use < 2; use++) // the first use creates the writer, the second one reuses it
            {
                var stream = new RecordingStream();
                using (PooledUtf8JsonWriter lease = pool.Rent(stream, AllOptions.List[options], threshold))
                    RandomDocument.Write(lease.Writer, 4 * options, 15, mayFail: true);

                var bufferWriter = new RecordingBufferWriter(offer: 50);
                using (PooledUtf8JsonWriter lease = pool.Rent(bufferWriter, AllOptions.List[options], threshold))
                    RandomDocument.Write(lease.Writer, 4 * options, 15, mayFail: true);

                using PooledUtf8JsonWriter own = pool.Rent(AllOptions.List[options]);
                RandomDocument.Write(own.Writer, 4 * options, 15, mayFail: true);

                Assert.Equal(expected, stream.Content);
                Assert.Equal(expected, bufferWriter.Content);
                Assert.Equal(expected, own.WrittenSpan.ToArray());
            }

            Assert.Equal(1, pool.GetStatistics().TotalCreated);
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(5_000)]
    [InlineData(16_384)]
    public void JsonSerializer_ThroughALease_EqualsItsOwnOutput(int threshold)
    {
        var value = Enumerable.Range(0, 2_000)
            .Select(i => new { Id = i, Name = $"Name {i} \uD800\udc05 \u00e4", Tags = new[] { "a", "b\n" } }).ToArray();
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(value);
        var stream = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Utf8JsonWriterPool.Shared.Rent(stream, default, threshold))
            JsonSerializer.Serialize(lease.Writer, value);

        using PooledUtf8JsonWriter own = Utf8JsonWriterPool.Shared.Rent();
        JsonSerializer.Serialize(own.Writer, value);

        Assert.Equal(expected, stream.Content);
        Assert.Equal(expected, own.WrittenMemory.ToArray());
        Assert.All(stream.Writes, count => Assert.InRange(count, 1, Math.Max(threshold, 4096)));
    }

    private static (byte[] Content, List<Type> Faults) Plain(int seed, int size, int options)
    {
        using var stream = new MemoryStream();
        using var writer = new Utf8JsonWriter(stream, AllOptions.List[options]);
        List<Type> faults = RandomDocument.Write(writer, seed, size, mayFail: seed % 4 == 0);
        writer.Flush();
        return (stream.ToArray(), faults);
    }
}

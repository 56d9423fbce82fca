using System.Buffers;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Pooling.Json;

/// <content>Tests values in parts, which must result in the bytes of whole ones.</content>
public sealed partial class PooledUtf8JsonWriterTests
{
    // Escaped, because the names of test cases do not distinguish lone surrogates.
    public static TheoryData<string> Alphabets =>
        ["a", @"""\\\n", "ä", @"\u20AC", @"\uD83D\uDE00", @"\uD83D", @"\uDE00", @"a\uD83D\uDE00b\uD83D""\uDE00\u0001+<>&\u2028"];

    [Fact]
    public void WriteStringChunked_OfAString_WritesItOrNull()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();
        lease.Writer.WriteStartObject();
        lease.Writer.WritePropertyName("a");
        lease.WriteStringChunked("b");
        lease.Writer.WritePropertyName("d");
        lease.WriteStringChunked((string?)null);
        lease.Writer.WriteStartArray("e");
        lease.WriteStringChunked("f");
        lease.WriteStringChunked((string?)null);
        lease.Writer.WriteEndArray();
        lease.Writer.WriteEndObject();

        Assert.Equal("""{"a":"b","d":null,"e":["f",null]}""", TextOf(lease));
    }

    [Theory]
    [MemberData(nameof(Alphabets))]
    public async Task WriteStringChunked_OfAnyText_EqualsTheWholeValue(string escaped)
    {
        string alphabet = Regex.Unescape(escaped);
        foreach (JavaScriptEncoder encoder in new[] { JavaScriptEncoder.Default, JavaScriptEncoder.UnsafeRelaxedJsonEscaping })
        {
            var options = new JsonWriterOptions { Encoder = encoder, Indented = alphabet.Length > 1 };
            foreach (int length in new[] { 0, 1, 2, 895, 896, 897, 898, 1791, 1792, 1793, 1794, 20_000 })
            {
                // Shifted by one, so that each pair of surrogates crosses the end of a part in one of them.
                foreach (string shift in new[] { "", "x" })
                {
                    string text = shift + Repeat(alphabet, length);
                    await AssertChunked(
                        options,
                        writer => writer.WriteStringValue(text),
                        lease => lease.WriteStringChunked(text.AsSpan()),
                        lease => lease.WriteStringChunkedAsync(text.AsMemory()));
                }
            }
        }
    }

    [Theory]
    [InlineData("a")]
    [InlineData("\"\\\n")]
    [InlineData("a\uD83D\uDE00b\u20ACä\"<")]
    public async Task WriteStringChunked_OfUtf8_EqualsTheWholeValue(string alphabet)
    {
        foreach (int length in new[] { 0, 1, 2, 5, 2559, 2560, 2561, 2562, 5121, 20_000 })
        {
            byte[] text = Encoding.UTF8.GetBytes(Repeat(alphabet, length));
            foreach (int segment in new[] { 1, 7, 2560, 2561, 100_000 })
            {
                ReadOnlySequence<byte> sequence = Sequence(text, segment);
                await AssertChunked(
                    default,
                    writer => writer.WriteStringValue(text),
                    lease => lease.WriteStringChunked(sequence),
                    lease => lease.WriteStringChunkedAsync(sequence));
            }
        }
    }

    [Fact]
    public void WriteStringChunked_OfInvalidUtf8_EqualsTheWholeValue()
    {
        var random = new Random(1);
        for (int i = 0; i < 200; i++)
        {
            byte[] text = new byte[random.Next(12_000)];
            random.NextBytes(text);
            using PooledUtf8JsonWriter whole = Pool.Rent();
            whole.Writer.WriteStringValue(text);
            using PooledUtf8JsonWriter pieces = Pool.Rent();
            pieces.WriteStringChunked(new ReadOnlySequence<byte>(text));

            Assert.Equal(TextOf(whole), TextOf(pieces));
        }
    }

    [Fact]
    public async Task WriteBase64Chunked_OfAnyBytes_EqualsTheWholeValue()
    {
        foreach (int length in new[] { 0, 1, 2, 3, 4, 6143, 6144, 6145, 6146, 12_288, 12_289, 50_000 })
        {
            byte[] bytes = new byte[length];
            new Random(length).NextBytes(bytes);
            Action<Utf8JsonWriter> whole = writer => writer.WriteBase64StringValue(bytes);
            await AssertChunked(
                default,
                whole,
                lease => lease.WriteBase64Chunked(bytes),
                lease => lease.WriteBase64ChunkedAsync(bytes));

            foreach (int piece in new[] { 1, 7, 4096, 100_000 })
            {
                ReadOnlySequence<byte> sequence = Sequence(bytes, piece);
                await AssertChunked(
                    default,
                    whole,
                    lease => lease.WriteBase64Chunked(sequence),
                    lease => lease.WriteBase64ChunkedAsync(sequence));
                await AssertChunked(
                    default,
                    whole,
                    lease => lease.WriteBase64Chunked(new SourceStream(bytes, piece)),
                    lease => lease.WriteBase64ChunkedAsync(new SourceStream(bytes, piece) { Hops = piece > 100 && length < 10_000 }));
            }
        }
    }

    [Fact]
    public async Task Chunks_OfLargeValues_PassThroughASmallBuffer()
    {
        string text = Repeat("\"\u20AC", 1_000_000);
        byte[] bytes = new byte[1_000_000];
        var target = new AsyncOnlyStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(Stream.Null))
        {
            lease.Writer.WriteStartArray();
            lease.WriteStringChunked(text.AsSpan());
            lease.WriteStringChunked(Sequence(bytes, 700_000));
            lease.WriteBase64Chunked(bytes);
            lease.WriteBase64Chunked(new MemoryStream(bytes));
            lease.Writer.WriteEndArray();
        }

        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target))
        {
            lease.Writer.WriteStartArray();
            Assert.True(await lease.WriteStringChunkedAsync(text.AsMemory()));
            Assert.True(await lease.WriteStringChunkedAsync(Sequence(bytes, 700_000)));
            Assert.True(await lease.WriteBase64ChunkedAsync(bytes));
            Assert.True(await lease.WriteBase64ChunkedAsync(new SourceStream(bytes, 100_000)));
            lease.Writer.WriteEndArray();
        }

        Assert.InRange(Arrays.MaxInUseLength, 1, 64 * 1024);
        Assert.All(target.Writes, count => Assert.InRange(count, 1, 2 * 16_384));
        Assert.Equal(0, target.SynchronousCalls);
    }

    private async Task AssertChunked(
        JsonWriterOptions options,
        Action<Utf8JsonWriter> whole,
        Action<PooledUtf8JsonWriter> pieces,
        Func<PooledAsyncUtf8JsonWriter, ValueTask<bool>> piecesAsync)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream, options))
        {
            writer.WriteStartArray();
            whole(writer);
            whole(writer);
            writer.WriteStartObject();
            writer.WritePropertyName("näme");
            whole(writer);
            writer.WriteEndObject();
            writer.WriteEndArray();
        }

        string expected = Encoding.UTF8.GetString(stream.ToArray());
        using (PooledUtf8JsonWriter own = Pool.Rent(options))
        {
            Write(own);
            Assert.Equal(expected, TextOf(own));
        }

        using var synchronous = new MemoryStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(synchronous, options, drainThreshold: 1000))
            Write(lease);

        Assert.Equal(expected, Encoding.UTF8.GetString(synchronous.ToArray()));
        var target = new AsyncOnlyStream();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target, options, drainThreshold: 1000))
        {
            lease.Writer.WriteStartArray();
            Assert.True(await piecesAsync(lease));
            Assert.True(await piecesAsync(lease));
            lease.Writer.WriteStartObject();
            lease.Writer.WritePropertyName("näme");
            Assert.True(await piecesAsync(lease));
            lease.Writer.WriteEndObject();
            lease.Writer.WriteEndArray();
        }

        Assert.Equal(expected, Encoding.UTF8.GetString(target.Content));

        void Write(PooledUtf8JsonWriter lease)
        {
            lease.Writer.WriteStartArray();
            pieces(lease);
            pieces(lease);
            lease.Writer.WriteStartObject();
            lease.Writer.WritePropertyName("näme");
            pieces(lease);
            lease.Writer.WriteEndObject();
            lease.Writer.WriteEndArray();
        }
    }
}

using System.Text;
using System.Text.Json;

namespace Pooling.Json;

/// <summary>Tests root values that the writer was given in segments, without the last one.</summary>
public sealed class UnfinishedValueTests : JsonLeaseTests
{
    public static TheoryData<string, bool, bool> Unfinished
    {
        get
        {
            var data = new TheoryData<string, bool, bool>();
            foreach (string text in new[] { "", "abc", "a\"b", "a\"", "\"", "\\", "a\\\"", "}", "\ud83d", "a/*\"*/" })
            {
                foreach (bool validates in new[] { true, false })
                {
                    data.Add(text, validates, false);
                    data.Add(text, validates, true);
                }
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Unfinished))]
    public async Task NextDocument_WithinARootString_ThrowsAndWritesNothing(string text, bool validates, bool relaxed)
    {
        JsonWriterOptions options = OptionsOf(validates, relaxed);
        using PooledUtf8JsonWriter lease = Pool.Rent(options);
        Begin(lease.Writer, text);
        int written = lease.WrittenCount;
        Assert.Contains("string", Assert.Throws<InvalidOperationException>(lease.NextDocument).Message, StringComparison.Ordinal);
        Assert.Equal(written, lease.WrittenCount);
        lease.Writer.WriteStringValueSegment("z".AsSpan(), isFinalSegment: true);
        lease.NextDocument();
        Assert.EndsWith("z\"\n", TextOf(lease), StringComparison.Ordinal);

        var target = new AsyncOnlyStream();
        await using (PooledAsyncUtf8JsonWriter other = Pool.RentAsyncWriter(target, options))
        {
            Begin(other.Writer, text);
            Assert.Throws<InvalidOperationException>(other.NextDocument);
            Assert.True(await other.FlushAsync());
            Assert.Throws<InvalidOperationException>(other.NextDocument); // the target has the start by now
            other.Writer.WriteStringValueSegment("z".AsSpan(), isFinalSegment: false);
            Assert.True(await other.FlushAsync());
            Assert.Throws<InvalidOperationException>(other.NextDocument);
            other.Writer.WriteStringValueSegment("z".AsSpan(), isFinalSegment: true);
            Assert.True(await other.FlushAsync());
            other.NextDocument();
            other.Writer.WriteNumberValue(1);
        }

        Assert.EndsWith("zz\"\n1", Encoding.UTF8.GetString(target.Content), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Unfinished))]
    public async Task DisposeAsync_WithinARootString_SendsWhatCameBefore(string text, bool validates, bool relaxed)
    {
        var target = new AsyncOnlyStream();
        await Assert.ThrowsAsync<InjectedFaultException>(async () =>
        {
            await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(target, OptionsOf(validates, relaxed));
            lease.Writer.WriteStringValue("first");
            lease.NextDocument();
            Begin(lease.Writer, text);
            throw new InjectedFaultException("between segments");
        });

        Assert.Equal("\"first\"\n"u8.ToArray(), target.Content);
        AssertSound();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task DisposeAsync_WithinARootBase64Value_SendsNothing(bool validates)
    {
        var pipe = new UntouchedPipeWriter();
        await using (PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(pipe, OptionsOf(validates, relaxed: false)))
        {
            lease.Writer.WriteBase64StringSegment([1, 2, 3, 4], isFinalSegment: false);
            Assert.Throws<InvalidOperationException>(lease.NextDocument);
        }

        Assert.Equal(0, pipe.Calls);
        AssertSound();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(5_000)]
    public void NextDocument_WithinARootStringWhoseStartTheTargetHas_Throws(int threshold)
    {
        var target = new RecordingStream();
        using PooledUtf8JsonWriter lease = Pool.Rent(target, default, threshold);
        for (int i = 0; i < 100; i++)
        {
            Begin(lease.Writer, "some \"text\\");
            for (int j = 0; j < i; j++)
                lease.Writer.WriteStringValueSegment("more \"text".AsSpan(), isFinalSegment: false);

            Assert.Throws<InvalidOperationException>(lease.NextDocument);
            lease.Writer.WriteStringValueSegment(default(ReadOnlySpan<char>), isFinalSegment: true);
            lease.NextDocument();
            WriteNumbers(lease.Writer, i);
            lease.NextDocument();
        }

        lease.Flush();
        string[] lines = Encoding.UTF8.GetString(target.Content).Split(['\n'], StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(200, lines.Length);
        foreach (string line in lines)
            JsonDocument.Parse(line).Dispose();
    }

    [Theory]
    [InlineData("\"\"")]
    [InlineData("\"a\"")]
    [InlineData("\"\\\"\"")]
    [InlineData("\"\\\\\"")]
    [InlineData("\"/*\"")]
    [InlineData("{\"a\":\"\\\"\"}")]
    [InlineData("/*\"*/\"a\"")]
    [InlineData("\"a\"/*\"*/")]
    [InlineData("/**/1")]
    [InlineData(" \"a\" ")]
    public void NextDocument_AfterAWholeValue_EndsItsLine(string document)
    {
        foreach (int drainAfter in new[] { 0, 1, 2 })
        {
            var target = new RecordingStream();
            using (PooledUtf8JsonWriter lease = Pool.Rent(target, new JsonWriterOptions { SkipValidation = true }))
            {
                lease.Writer.WriteRawValue(document, skipInputValidation: true);
                if (drainAfter == 0)
                    lease.Flush();

                lease.NextDocument();
                if (drainAfter == 1)
                    lease.Flush();
            }

            Assert.Equal(document + "\n", Encoding.UTF8.GetString(target.Content));
        }
    }

    [Fact]
    public void NextDocument_AfterTheUserHasResetAWriterWithinAValue_StartsAnew()
    {
        var target = new RecordingStream();
        using PooledUtf8JsonWriter lease = Pool.Rent(target);
        Begin(lease.Writer, "abc");
        lease.Flush();
        lease.Writer.Reset();
        lease.Writer.WriteNumberValue(1);
        lease.NextDocument();
        Begin(lease.Writer, "abc");
        Assert.Throws<InvalidOperationException>(lease.NextDocument);
    }

    private static JsonWriterOptions OptionsOf(bool validates, bool relaxed) => new()
    {
        SkipValidation = !validates,
        Encoder = relaxed ? System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping : null,
    };

    private static void Begin(Utf8JsonWriter writer, string text) =>
        writer.WriteStringValueSegment(text.AsSpan(), isFinalSegment: false);
}

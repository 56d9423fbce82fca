namespace Pooling.Buffers;

/// <content>Tests expressions in interpolated text that use the writer and leave its count unchanged.</content>
public sealed partial class BufferWriterExtensionsTests
{
    [Fact]
    public void Handler_OfTheDefaultValue_ThrowsWhenItIsUsed()
    {
        Assert.Throws<InvalidOperationException>(static () =>
            default(BufferWriterExtensions.Utf8InterpolatedStringHandler).AppendLiteral("a"));
        Assert.Throws<InvalidOperationException>(static () =>
            default(BufferWriterExtensions.Utf8InterpolatedStringHandler).AppendFormatted("a"u8));
        Assert.Throws<InvalidOperationException>(static () =>
            default(BufferWriterExtensions.Utf8InterpolatedStringHandler).AppendFormatted(1));
        Assert.Throws<InvalidOperationException>(static () =>
            default(BufferWriterExtensions.Utf8InterpolatedStringHandler).AppendFormatted("a", 3));
    }

    [Fact]
    public void WriteUtf8_ExpressionWhoseOwnTextFails_IsRefused()
    {
        using var writer = new PooledArrayBufferWriter<byte>();

        Assert.Throws<InvalidOperationException>(() => writer.WriteUtf8($"abc{FailWithin(writer)}def"));
        Assert.Equal(0, writer.WrittenCount);
    }

    [Fact]
    public void WriteUtf8_ExpressionThatTakesBackWhatItWrote_IsRefused()
    {
        using var writer = new PooledArrayBufferWriter<byte>();

        Assert.Throws<InvalidOperationException>(() => writer.WriteUtf8($"abc{WriteAndRewind(writer)}def"));
        Assert.Equal(0, writer.WrittenCount);
    }

    [Fact]
    public void WriteUtf8_WhoseExpressionDisposesTheWriter_Throws()
    {
        var writer = new PooledArrayBufferWriter<byte>();

        Assert.Throws<ObjectDisposedException>(() => writer.WriteUtf8($"abc{Used(writer, static writer => writer.Dispose())}def"));
    }

    private static string FailWithin(PooledArrayBufferWriter<byte> writer)
    {
        try
        {
            writer.WriteUtf8($"xyz{Fail()}");
        }
        catch (InjectedFaultException)
        {
            // Like a logger, which must not fail.
        }

        return "";
    }

    private static string WriteAndRewind(PooledArrayBufferWriter<byte> writer)
    {
        writer.Write("xyz"u8);
        writer.Rewind(3);
        return "";
    }

    private static string Fail() => throw new InjectedFaultException(nameof(Fail));
}

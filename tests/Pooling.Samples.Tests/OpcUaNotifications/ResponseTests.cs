using Pooling.Encodeables;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>Tests the three ways to read a response.</summary>
public sealed class ResponseTests
{
    [Fact]
    public void Read_EachRecordedMessage_WritesItsBytes()
    {
        Assert.Equal(8, Recorded.Messages.Length);
        foreach (byte[] message in Recorded.Messages)
        {
            foreach (Func<byte[], byte[]> way in Recorded.Ways)
                Assert.Equal(message, way(message));
        }

        Assert.Equal(0, Recorded.InUse);
    }

    [Fact]
    public void Read_EachPrefix_IsRefused()
    {
        int accepted = 0;
        foreach (byte[] message in Recorded.Messages)
        {
            for (int length = 0; length < message.Length; length++)
            {
                byte[] prefix = message[..length];
                foreach (Func<byte[], byte[]> way in Recorded.Ways)
                    accepted += Outcome(way, prefix) is null ? 0 : 1;
            }
        }

        Assert.Equal(0, accepted);
        Assert.Equal(0, Recorded.InUse);
    }

    [Theory]
    [InlineData(0x01)]
    [InlineData(0xFF)]
    public void Read_EachByteChanged_HasTheSameOutcomeInEachWay(byte change)
    {
        int refused = 0;
        int different = 0;
        foreach (byte[] message in Recorded.Messages)
        {
            for (int at = 0; at < message.Length; at++)
            {
                message[at] ^= change;
                byte[]? expected = Outcome(Recorded.Ways[0], message);
                foreach (Func<byte[], byte[]> way in Recorded.Ways.AsSpan(1))
                    different += Outcome(way, message).AsSpan().SequenceEqual(expected) ? 0 : 1;

                message[at] ^= change;
                refused += expected is null ? 1 : 0;
            }
        }

        Assert.Equal(0, different);
        Assert.InRange(refused, 100, Recorded.Messages.Sum(static message => message.Length) - 100);
        Assert.Equal(0, Recorded.InUse);
    }

    [Fact]
    public void Read_BytesAfterTheEnd_IsRefused() => Recorded.AssertRefused([.. Recorded.Messages[1], 0]);

    [Fact]
    public void Read_BytesAfterTheNotifications_IsRefused()
    {
        byte[] message = Recorded.Message([0]);
        int at = message.AsSpan().IndexOf<byte>([1, 0, 43, 3, 1]) + 5; // the length of the notifications
        message[at]++;
        Recorded.AssertRefused([.. message[..^12], 0, .. message[^12..]]);
    }

    [Fact]
    public void Read_AsManyNotificationsAsAllowed_ReadsThem()
    {
        byte[] message = Recorded.Message([.. Enumerable.Repeat(Recorded.Number(1.5, 0), PublishFrame.MaxNotifications)]);

        Assert.All(Recorded.Ways, way => Assert.Equal(message, way(message)));
    }

    [Fact]
    public void Read_OneNotificationMore_IsRefused() =>
        Recorded.AssertRefused(Recorded.Message([.. Enumerable.Repeat(Recorded.Number(1.5, 0), PublishFrame.MaxNotifications + 1)]));

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(1000)]
    [InlineData(-2)]
    public void Read_CountThatTheBytesCannotHold_RentsNoNotification(int count)
    {
        byte[] message = Recorded.Message([0], [0]);
        int at = message.AsSpan().IndexOf<byte>([1, 0, 43, 3, 1]) + 9; // the number of the notifications
        BitConverter.GetBytes(count).CopyTo(message, at);
        long rented = GeneratedResponse.Notification.Pool.GetStatistics().TotalRented;

        Recorded.AssertRefused(message);

        Assert.Equal(rented, GeneratedResponse.Notification.Pool.GetStatistics().TotalRented);
    }

    [Fact]
    public void Read_TooManyNumbers_IsRefused()
    {
        byte[] message = Recorded.Message([0]);
        int at = message.AsSpan().IndexOf<byte>([2, 0, 0, 0, 6, 0, 0, 0]); // the available messages
        const int Count = PublishFrame.MaxNumbers + 1;
        Recorded.AssertRefused([.. message[..at], .. BitConverter.GetBytes(Count), .. new byte[4 * Count], .. message[(at + 12)..]]);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1024)]
    [InlineData(1025)] // an array of more than 1 KB does not stay with its notification
    [InlineData(DataValue.MaxTextLength)]
    public void Read_TextAfterAnotherText_ReadsIt(int length)
    {
        byte[] first = Recorded.Message(Recorded.Text("before"u8.ToArray()), Recorded.Text([]), Recorded.Text(new byte[300]));
        byte[] message = Recorded.Message(
            Recorded.Text([.. Enumerable.Repeat((byte)'x', length)]), [0x01, 12, 255, 255, 255, 255], Recorded.Number(2, 0));
        foreach (Func<byte[], byte[]> way in Recorded.Ways)
        {
            Assert.Equal(first, way(first));
            Assert.Equal(message, way(message));
            Assert.Equal(first, way(first));
        }
    }

    [Fact]
    public void Text_OfEachKindOfNotification_IsThatOfTheMessage()
    {
        byte[] message = Recorded.Message(Recorded.Text("Łódź"u8.ToArray()), [0]);
        PlainResponse plain = PlainResponse.Read(message);
        using PooledRef<PooledResponse> pooled = PooledResponse.Read(message);
        using PooledRef<GeneratedResponse> generated = GeneratedResponse.Read(message);

        Assert.Equal(["Łódź", null], plain.Notifications.Select(static notification => notification.Text));
        Assert.Equal("Łódź"u8, pooled.Value.Notifications[0].Text);
        Assert.Equal("Łódź"u8, generated.Value.Notifications[0].Text);
        Assert.True(pooled.Value.Notifications[1].Text.IsEmpty);
        Assert.True(generated.Value.Notifications[1].Text.IsEmpty);
        Assert.Equal(17u, generated.Value.Notifications[1].ClientHandle);
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Read_AfterWarmUp_AllocatesOnlyInThePlainWay()
    {
        int notifications = Recorded.Messages.Sum(static message => PlainResponse.Read(message).Notifications.Count);

        Assert.Equal(0, AllocatedBy(static message => PooledResponse.Read(message).Dispose()));
        Assert.Equal(0, AllocatedBy(static message => GeneratedResponse.Read(message).Dispose()));
        Assert.True(
            AllocatedBy(static message => PlainResponse.Read(message)) > 64L * notifications * AllocationAssert.DefaultCalls,
            "The plain way hardly allocates.");
    }

    /// <summary>Returns the bytes for <see cref="AllocationAssert.DefaultCalls"/> times all messages.</summary>
    private static long AllocatedBy(Action<byte[]> read) => AllocationAssert.Measure(() =>
    {
        foreach (byte[] message in Recorded.Messages)
            read(message);
    });

    private static byte[]? Outcome(Func<byte[], byte[]> way, byte[] message)
    {
        try
        {
            return way(message);
        }
        catch (InvalidDataException)
        {
            return null;
        }
    }
}

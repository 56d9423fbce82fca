using System.Buffers;
using System.Collections.Concurrent;
using System.Net;
using Microsoft.AspNetCore.Builder;
using MQTTnet;
using MQTTnet.Formatter;
using Pooling.Buffers;

namespace Pooling.Samples.Broker;

/// <summary>Both brokers, with a client that others have written, and with bytes that are wrong.</summary>
public sealed class MqttBrokerTests
{
    private const int TopicLength = 3; // bytes of a topic "t" in a packet

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Publish_ClientsOfMqttNet_ReceiveEveryMessageInOrder(bool isPooled)
    {
        const int Messages = 200;
        (WebApplication server, IPEndPoint[] addresses) =
            await MqttBroker.ListenAsync(TestBroker.Create(isPooled, maxUnsent: 16 << 20));
        await using (server)
        {
            using IMqttClient publisher = await ConnectAsync(addresses[0]);
            var received = new ConcurrentQueue<(string Topic, byte[] Payload)>[3];
            var subscribers = new List<IMqttClient>();
            for (int i = 0; i < received.Length; i++)
            {
                ConcurrentQueue<(string, byte[])> messages = received[i] = new();
                IMqttClient subscriber = await ConnectAsync(addresses[0]);
                subscribers.Add(subscriber);
                subscriber.ApplicationMessageReceivedAsync += message =>
                {
                    messages.Enqueue((message.ApplicationMessage.Topic, message.ApplicationMessage.Payload.ToArray()));
                    return Task.CompletedTask;
                };
                await subscriber.SubscribeAsync("räume/1");
            }

            await subscribers[2].UnsubscribeAsync("räume/1");
            await publisher.PublishBinaryAsync("räume/2", [1]); // nobody listens
            for (int i = 0; i < Messages; i++)
                await publisher.PublishBinaryAsync("räume/1", PayloadOf(i));

            await publisher.PingAsync();
            await Wait.Until(() => received[0].Count == Messages && received[1].Count == Messages);

            foreach (ConcurrentQueue<(string Topic, byte[] Payload)> messages in received[..2])
            {
                Assert.All(messages, static (message, i) =>
                {
                    Assert.Equal("räume/1", message.Topic);
                    Assert.Equal(PayloadOf(i), message.Payload);
                });
            }

            Assert.Empty(received[2]);
            foreach (IMqttClient client in subscribers)
            {
                await client.DisconnectAsync();
                client.Dispose();
            }
        }

        static byte[] PayloadOf(int number) => [.. Enumerable.Repeat((byte)number, number * number)];
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Receive_PacketsByteByByte_AreAnswered(bool isPooled)
    {
        MqttBroker broker = TestBroker.Create(isPooled);
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            using var client = new RawClient(addresses[0]);
            foreach (byte item in (byte[])[.. RawClient.Connect, .. RawClient.Subscribe, 0x31, 5, 0, 1, (byte)'t', 8, 9, 0xC0, 0])
                client.Send(item);

            Assert.Equal([0x20, 2, 0, 0, 0x90, 3, 0, 7, 0, 0x30, 5, 0, 1, (byte)'t', 8, 9, 0xD0, 0], client.Receive(18));

            client.Send(0xE0, 0);
            Assert.Equal(0, client.ReceiveToEnd());
            await Wait.Until(() => broker.Topics.Count == 0);
            Assert.Equal(0, broker.MalformedCount);
        }
    }

    [Theory]
    [InlineData(new byte[] { 0x82, 6, 0, 9, 0, 1, (byte)'#', 0 }, new byte[] { 0x90, 3, 0, 9, 0x80 })]
    [InlineData(new byte[] { 0x82, 6, 0, 9, 0, 1, (byte)'+', 2 }, new byte[] { 0x90, 3, 0, 9, 0x80 })]
    [InlineData(new byte[] { 0x82, 6, 0, 9, 0, 1, (byte)'x', 2 }, new byte[] { 0x90, 3, 0, 9, 0 })]
    [InlineData(new byte[] { 0xA2, 5, 0, 9, 0, 1, (byte)'x' }, new byte[] { 0xB0, 2, 0, 9 })]
    public async Task Subscribe_Filter_IsGrantedOrRefused(byte[] packet, byte[] answer)
    {
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(TestBroker.Create());
        await using (server)
        {
            using var client = new RawClient(addresses[0]);
            client.Send(RawClient.Connect);
            client.Receive(4);
            client.Send(packet);

            Assert.Equal(answer, client.Receive(answer.Length));
        }
    }

    [Theory]
    [InlineData(new byte[] { 0xC0, 0 }, false)] // CONNECT is not the first packet
    [InlineData(new byte[] { 0x10, 0 }, false)] // it has no content
    [InlineData(new byte[] { 0x10, 12, 0, 4, 77, 81, 84, 84, 4, 2, 0, 0, 0, 0 }, true)] // it comes twice
    [InlineData(new byte[] { 0x30, 0x81, 0x80, 4 }, true)] // 65,537 bytes
    [InlineData(new byte[] { 0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F }, true)] // a length that is no number of 32 bits
    [InlineData(new byte[] { 0x30, 0x84, 0x80, 0x80, 0x80, 0, 0, 1, 116, 1 }, true)] // a length of 5 bytes
    [InlineData(new byte[] { 0x30, 3, 0, 2, 116 }, true)] // the topic is cut off
    [InlineData(new byte[] { 0x30, 2, 0, 0 }, true)] // it is empty
    [InlineData(new byte[] { 0x30, 3, 0, 1, 0xFF }, true)] // it is no UTF-8
    [InlineData(new byte[] { 0x30, 3, 0, 1, (byte)'#' }, true)] // it is a filter
    [InlineData(new byte[] { 0x32, 5, 0, 1, 116, 0, 1 }, true)] // quality of service 1
    [InlineData(new byte[] { 0x38, 3, 0, 1, 116 }, true)] // a duplicate with quality of service 0
    [InlineData(new byte[] { 0x82, 2, 0, 1 }, true)] // no filter
    [InlineData(new byte[] { 0x82, 6, 0, 1, 0, 1, 116, 3 }, true)] // quality of service 3
    [InlineData(new byte[] { 0xC0, 1, 0 }, true)] // a request with content
    public async Task Receive_Malformed_EndsTheConnection(byte[] packet, bool isAfterConnect)
    {
        MqttBroker broker = TestBroker.Create();
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            using var client = new RawClient(addresses[0]);
            if (isAfterConnect)
            {
                client.Send(RawClient.Connect);
                client.Receive(4);
            }

            client.Send(packet);

            Assert.Equal(0, client.ReceiveToEnd());
            await Wait.Until(() => broker.MalformedCount == 1);
        }
    }

    [Fact]
    public async Task Connect_AnotherVersion_IsRefused()
    {
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(TestBroker.Create());
        await using (server)
        {
            using var client = new RawClient(addresses[0]);
            client.Send([0x10, 12, 0, 4, .. "MQTT"u8, 5, 2, 0, 0, 0, 0]);

            Assert.Equal([0x20, 2, 0, 1], client.Receive(4));
            Assert.Equal(0, client.ReceiveToEnd());
        }
    }

    [Theory]
    [InlineData("00 04 4D 51 54 54 04 03 00 00 00 01 61")] // the reserved flag
    [InlineData("00 04 4D 51 54 54 04 02 00 00 00 01 FF")] // an id that is no UTF-8
    [InlineData("00 04 4D 51 54 54 04 02 00 00 00 03 ED A0 80")] // half of a surrogate pair
    [InlineData("00 04 4D 51 54 54 04 02 00 00 00 01 00")] // NUL
    [InlineData("00 04 4D 51 54 54 04 02 00 00 00 02 61")] // the id is cut off
    [InlineData("00 04 4D 51 54 54 04 1E 00 00 00 01 61 00 01 74 00 00")] // a will with quality of service 3
    [InlineData("00 04 4D 51 54 54 04 0A 00 00 00 01 61")] // a quality without a will
    [InlineData("00 04 4D 51 54 54 04 22 00 00 00 01 61")] // retaining without a will
    [InlineData("00 04 4D 51 54 54 04 06 00 00 00 01 61")] // a will that is missing
    [InlineData("00 04 4D 51 54 54 04 06 00 00 00 01 61 00 01 FF 00 00")] // its topic is no UTF-8
    [InlineData("00 04 4D 51 54 54 04 42 00 00 00 01 61 00 01 70")] // a password without a name
    [InlineData("00 04 4D 51 54 54 04 82 00 00 00 01 61 00 01 C0")] // a name that is no UTF-8
    [InlineData("00 04 4D 51 54 54 04 02 00 00 00 01 61 00")] // a byte behind
    [InlineData("00 04 48 54 54 50 04 02 00 00 00 01 61")] // another protocol
    public async Task Connect_Malformed_IsClosedWithoutAnswer(string body)
    {
        byte[] bytes = Convert.FromHexString(body.Replace(" ", "", StringComparison.Ordinal));
        await EndsAsync([0x10, (byte)bytes.Length, .. bytes]);
    }

    [Theory]
    [InlineData(new byte[] { 0x10, 0xFF, 0xFF, 0xFF, 0x80 })] // the fifth byte of the length does not come
    [InlineData(new byte[] { 0xF0 })] // the length does not come
    [InlineData(new byte[] { 0x82, 0x7F })] // what is announced is not CONNECT
    public async Task Connect_BeginningIsWrong_IsClosedBeforeTheRest(byte[] beginning) => await EndsAsync(beginning);

    [Theory]
    [InlineData("00 04 4D 51 54 54 04 02 00 00 00 00", 0)]
    [InlineData("00 04 4D 51 54 54 04 00 00 00 00 00", 2)] // no id, and no clean session
    [InlineData("00 04 4D 51 54 54 04 00 00 00 00 01 61", 0)]
    [InlineData("00 04 4D 51 54 54 04 F6 00 00 00 01 61 00 01 74 00 01 FF 00 01 6E 00 01 FF", 0)] // a will, a name and a password
    [InlineData("00 04 4D 51 54 54 05 02 00 00 00 00 01 61", 1)] // MQTT 5
    public async Task Connect_Valid_IsAnsweredWithCode(string body, byte code)
    {
        byte[] bytes = Convert.FromHexString(body.Replace(" ", "", StringComparison.Ordinal));
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(TestBroker.Create());
        await using (server)
        {
            using var client = new RawClient(addresses[0]);
            client.Send([0x10, (byte)bytes.Length, .. bytes, .. code == 0 ? (byte[])[0xC0, 0] : []]);

            Assert.Equal([0x20, 2, 0, code], client.Receive(4));
            if (code == 0)
                Assert.Equal([0xD0, 0], client.Receive(2));
            else
                Assert.Equal(0, client.ReceiveToEnd());
        }
    }

    [Fact]
    public Task Publish_SubscriberWhoDoesNotRead_IsDroppedAndSlowsNobody() => BothWays.RunAsync(static async isPooled =>
    {
        const int Messages = 400;
        const int Length = 30_000; // bytes of the payload
        const int MaxUnsent = 1 << 20;

        var arrays = new TestArrayPool<byte>();
        var pool = new BufferWriterPool(arrayPool: arrays);
        TimeSpan slowTime = TimeSpan.FromSeconds(20); // the fast one has it, too
        MqttBroker broker = TestBroker.Create(isPooled, pool, MaxUnsent, slowTime: slowTime);
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            using var slow = new RawClient(addresses[0]);
            using var fast = new RawClient(addresses[0]);
            foreach (RawClient client in (RawClient[])[slow, fast])
            {
                client.Send([.. RawClient.Connect, .. RawClient.Subscribe]);
                client.Receive(9);
            }

            using var publisher = new RawClient(addresses[0]);
            publisher.Send(RawClient.Connect);
            byte[] packet = [0x30, .. Varint(TopicLength + Length), 0, 1, (byte)'t', .. Enumerable.Repeat((byte)7, Length)];
            for (int i = 0; i < Messages; i++)
            {
                publisher.Send(packet);
                Assert.Equal(packet, fast.Receive(packet.Length));
            }

            Assert.True(slow.ReceiveToEnd() < Messages * packet.Length);
            Assert.Equal(1, broker.SlowCount);
        }

        pool.Dispose();
        // A thread that has stopped using pools may still keep a writer with its array.
        await Wait.Until(() => pool.GetStatistics() is { InUse: 0 } idle && arrays.InUseLength == idle.RetainedBytes);
        await Wait.Until(() => (broker.Admission.Count, broker.Admission.Unsent) == (0, 0));
        arrays.AssertClean();
    });

    private static async Task EndsAsync(byte[] beginning)
    {
        MqttBroker broker = TestBroker.Create();
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            using var client = new RawClient(addresses[0]);
            client.Send(beginning);

            Assert.Equal(0, client.ReceiveToEnd());
            await Wait.Until(() => broker.MalformedCount == 1);
        }
    }

    private static byte[] Varint(int value) => [(byte)(value | 0x80), (byte)((value >> 7) | 0x80), (byte)(value >> 14)];

    private static async Task<IMqttClient> ConnectAsync(IPEndPoint broker)
    {
        IMqttClient client = new MqttClientFactory().CreateMqttClient();
        await client.ConnectAsync(new MqttClientOptionsBuilder()
            .WithTcpServer(broker.Address.ToString(), broker.Port)
            .WithProtocolVersion(MqttProtocolVersion.V311)
            .Build());
        return client;
    }
}

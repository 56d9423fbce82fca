using System.Buffers.Binary;
using System.Net.Sockets;

namespace Pooling.Services.Loads;

/// <summary>A publisher and 100 subscribers of one topic, who compare each message of 1 KB.</summary>
internal sealed class BrokerLoad() : BroadcastLoad(members: 100)
{
    private const int Size = 1_024;

    private static readonly byte[] s_connect = [0x10, 12, 0, 4, .. "MQTT"u8, 4, 2, 0, 0, 0, 0];
    private static readonly byte[] s_subscribe = [0x82, 15, 0, 1, 0, 10, .. "prices/EUR"u8, 0];
    private static readonly int s_head = 3 + 12; // bytes before the content

    private readonly List<Socket> _sockets = []; // the publisher is the first
    private readonly byte[] _packet =
    [
        0x30, ((12 + Size) & 0x7F) | 0x80, (12 + Size) >> 7, // the length in two bytes
        0, 10, .. "prices/EUR"u8, .. Enumerable.Repeat((byte)'x', Size),
    ];

    public override async Task<string> ConnectAsync(string address)
    {
        for (int i = 0; i <= Members; i++)
        {
            Socket socket = await Connection.OpenAsync(address);
            _sockets.Add(socket);
            await AskAsync(socket, s_connect, [0x20, 2, 0, 0]);
            if (i == 0)
                continue;

            await AskAsync(socket, s_subscribe, [0x90, 3, 0, 1, 0]);
            long last = 0;
            byte[] expected = [.. _packet];
            _ = KeepAsync(() => socket.ReceiveAsync(received =>
            {
                int taken = 0;
                for (; received.Length - taken >= expected.Length; taken += expected.Length)
                {
                    BinaryPrimitives.WriteInt64LittleEndian(expected.AsSpan(s_head), ++last);
                    if (!received.Span.Slice(taken, expected.Length).SequenceEqual(expected))
                        throw new InvalidDataException("A subscriber got something else than was published.");

                    Got(last);
                }

                return taken;
            }));
        }

        LoadResult first = Run(rate: 100, seconds: 0.5);
        return $"{first.Messages} messages of {Size:N0} B to {Members} subscribers";
    }

    public override void Dispose() => _sockets.ForEach(static socket => socket.Dispose());

    protected override void SendMessage(long number)
    {
        BinaryPrimitives.WriteInt64LittleEndian(_packet.AsSpan(s_head), number);
        _sockets[0].Send(_packet);
    }

    private static async Task AskAsync(Socket socket, byte[] packet, byte[] expected)
    {
        await socket.SendAsync(packet);
        byte[] answer = new byte[expected.Length];
        for (int count = 0; count < answer.Length;)
            count += await socket.ReceiveAsync(answer.AsMemory(count)) is > 0 and int read ? read : answer.Length;

        if (!answer.AsSpan().SequenceEqual(expected))
            throw new InvalidDataException("The broker has refused a client.");
    }
}

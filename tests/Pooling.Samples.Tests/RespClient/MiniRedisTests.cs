using System.Net.Sockets;

namespace Pooling.Samples.RespClient;

/// <summary>Tests that the server of the demonstration outlives clients that send something malformed.</summary>
public sealed class MiniRedisTests
{
    [Theory]
    [InlineData("*x\r\n")]
    [InlineData("*1\r\n$x\r\n")]
    [InlineData("*2\r\n$4\r\nECHO\r\n$-2\r\n\r\n")]
    public void Serve_Malformed_EndsThatConnectionOnly(string command)
    {
        using var server = new MiniRedis();
        using Socket malformed = Connect(server), other = Connect(server);
        byte[] answer = new byte[7];

        malformed.Send(System.Text.Encoding.ASCII.GetBytes(command));

        Assert.Equal(0, malformed.Receive(answer));
        other.Send("*1\r\n$4\r\nPING\r\n"u8);
        Assert.Equal(answer.Length, other.Receive(answer));
        Assert.Equal("+PONG\r\n"u8, answer);
    }

    [Fact]
    public async Task Serve_ManyLongAnswers_SendsAllOfThem()
    {
        const int Length = 1 << 20;
        const int Answers = 300; // longer together than a buffer may be

        using var server = new MiniRedis();
        using Socket client = Connect(server);
        byte[] set = [.. "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1048576\r\n"u8, .. new byte[Length], .. "\r\n"u8];
        byte[] get = [.. "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n"u8];
        long left = "+OK\r\n".Length + (Answers * ("$1048576\r\n\r\n".Length + (long)Length)) + "+PONG\r\n".Length;
        byte[] received = new byte[Length];
        int read = 0;

        byte[] commands =
            [.. set, .. Enumerable.Repeat(get, Answers).SelectMany(static get => get), .. "*1\r\n$4\r\nPING\r\n"u8];
        Task sending = client.SendAsync(commands);
        for (; left > 0; left -= read)
        {
            read = client.Receive(received);
            Assert.InRange(read, 1, left);
        }

        await sending;
        Assert.Equal((byte)'\n', received[read - 1]);
    }

    private static Socket Connect(MiniRedis server)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            ReceiveTimeout = (int)Wait.Patience.TotalMilliseconds,
        };
        socket.Connect(server.EndPoint);
        return socket;
    }
}

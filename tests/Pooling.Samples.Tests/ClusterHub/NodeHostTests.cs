using System.Net;
using System.Net.Sockets;

namespace Pooling.Samples.ClusterHub;

/// <summary>The server of a node with unusual times.</summary>
public sealed class NodeHostTests
{
    [Theory]
    [InlineData(-1, 0)] // no limit
    [InlineData(0, 0)]
    [InlineData(1_000, 3)]
    [InlineData(30_000, 30)]
    [InlineData(40_000_000, 32_767)]
    public void Listen_SilentTime_IsThatOfTheSystem(int milliseconds, int seconds)
    {
        using Socket socket = NodeHost.Listen(
            new IPEndPoint(IPAddress.Loopback, 0), TimeSpan.FromMilliseconds(milliseconds));

        Assert.Equal(seconds > 0, OptionOf(SocketOptionLevel.Socket, SocketOptionName.KeepAlive) != 0);
        if (seconds == 0)
            return;

        Assert.Equal(seconds, OptionOf(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime));
        Assert.Equal(seconds / 3, OptionOf(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval));

        int OptionOf(SocketOptionLevel level, SocketOptionName name) => (int)socket.GetSocketOption(level, name)!;
    }

    [Fact]
    public async Task Stop_CloseTimeHasNoLimit_ClosesMembers()
    {
        TestNode node = await TestNode.StartAsync(
            isPooled: true, limits: new NodeLimits { CloseTime = Timeout.InfiniteTimeSpan });
        using ChatClient ann = await node.ConnectAsync("blue", "ann");

        Task stopping = node.DisposeAsync().AsTask();
        Assert.Equal("1001", await ann.ReceiveAsync());
        await ann.CloseAsync();

        await stopping.WaitAsync(Wait.Patience);
    }
}

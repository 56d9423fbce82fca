using System.Net.WebSockets;
using System.Text;
using Microsoft.AspNetCore.Builder;

namespace Pooling.Samples.WebSocketClient;

/// <summary>Tests that a client decides the length of frames within limits only.</summary>
[Collection(AloneCollection.Name)] // it measures what the whole process allocates
public sealed class EchoServerTests
{
    [Theory]
    [InlineData("frame=-1")]
    [InlineData("frame=0")]
    [InlineData("frame=2000000000")]
    [InlineData("frame=x")]
    [InlineData("")]
    public async Task Echo_FrameIsOutOfRange_SendsTheMessageBack(string query)
    {
        await using WebApplication server = await EchoServer.StartAsync();
        using var client = new ClientWebSocket();
        long allocated = GC.GetTotalAllocatedBytes();
        using var patience = new CancellationTokenSource(Wait.Patience);
        await client.ConnectAsync(
            new UriBuilder(server.Urls.Single()) { Scheme = "ws", Query = query }.Uri, patience.Token);

        await client.SendAsync("hello"u8.ToArray(), WebSocketMessageType.Text, true, patience.Token);
        byte[] received = new byte[10];
        int count = 0;
        ValueWebSocketReceiveResult part;
        do
        {
            part = await client.ReceiveAsync(received.AsMemory(count), patience.Token);
            count += part.Count;
        }
        while (!part.EndOfMessage);

        Assert.Equal("hello", Encoding.UTF8.GetString(received, 0, count));
        Assert.InRange(GC.GetTotalAllocatedBytes() - allocated, 0, 1_000_000_000);
    }
}

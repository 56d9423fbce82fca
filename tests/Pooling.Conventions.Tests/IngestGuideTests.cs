using System.Net;
using System.Net.Sockets;
using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Pooling.Buffers;

namespace Pooling.Conventions;

/// <summary>Tests the ingester of the guide, compiled from its page, with senders that close, fail and are
/// silent.</summary>
public sealed class IngestGuideTests : IAsyncDisposable
{
    private const int PlacesOfAnAddress = 100;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private static readonly Lazy<Assembly> s_page = new(static () =>
        ExampleTests.Compile(ExampleTests.Blocks("docs/ingest.md")[0].Code));

    private readonly string _path = Path.GetTempFileName();
    private WebApplication? _application;

    public async ValueTask DisposeAsync()
    {
        if (_application is not null)
            await _application.DisposeAsync();

        File.Delete(_path);
    }

    [Theory]
    [InlineData("closes")]
    [InlineData("closes its side")]
    public async Task Sender_ThatEnds_LosesNoMessage(string end)
    {
        const int Senders = 50;
        const int Messages = 2_000;

        IPEndPoint server = await StartAsync();
        byte[] messages = Written(Messages);
        await Task.WhenAll(Enumerable.Range(0, Senders).Select(async _ =>
        {
            using Socket sender = await ConnectAsync(server);
            for (int sent = 0; sent < messages.Length;)
                sent += await sender.SendAsync(messages.AsMemory(sent));

            sender.Shutdown(SocketShutdown.Send);
            if (end == "closes its side")
                Assert.Equal(0, await ReadAsync(sender));
        }));

        int least = Senders * messages.Length; // the batches have a head, too
        await UntilAsync(() => LengthOfFile() > least && Lengths().Count == Senders * Messages);
        await _application!.StopAsync();
        IEnumerable<int> expected = Enumerable.Repeat(Expected(Messages), Senders).SelectMany(static lengths => lengths);
        Assert.Equal(expected.Order(), Lengths().Order());
    }

    [Fact]
    public async Task Sender_OfOneByteAtATime_LosesNoMessage()
    {
        IPEndPoint server = await StartAsync();
        using Socket sender = await ConnectAsync(server);
        foreach (byte item in Written(20))
            await sender.SendAsync(new[] { item });

        sender.Shutdown(SocketShutdown.Send);
        Assert.Equal(0, await ReadAsync(sender));

        await UntilAsync(() => Lengths().SequenceEqual(Expected(20)));
    }

    [Theory]
    [InlineData(new byte[] { 0x81, 0x80, 0x01 })] // 16 KB and one byte
    [InlineData(new byte[] { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF })]
    public async Task Sender_OfAWrongLength_IsEnded_AndItsMessagesAreKept(byte[] wrong)
    {
        IPEndPoint server = await StartAsync();
        using Socket sender = await ConnectAsync(server), other = await ConnectAsync(server);
        await sender.SendAsync((byte[])[.. Written(20), .. wrong]);
        Assert.Equal(0, await ReadAsync(sender));

        await other.SendAsync(Written(1));

        await UntilAsync(() => Lengths().SequenceEqual([.. Expected(20), .. Expected(1)]));
    }

    [Theory]
    [InlineData(new byte[0])]
    [InlineData(new byte[] { 1, 7, 3 })] // a message, and a part of one
    public async Task Sender_ThatIsSilent_IsEnded(byte[] first)
    {
        IPEndPoint server = await StartAsync(maxSilence: TimeSpan.FromMilliseconds(200));
        using Socket sender = await ConnectAsync(server);
        await sender.SendAsync(first);

        Assert.Equal(0, await ReadAsync(sender));
    }

    [Fact]
    public async Task Address_WithAllItsPlaces_GetsNoMore()
    {
        IPEndPoint server = await StartAsync();
        Socket[] senders = await Task.WhenAll(Enumerable.Range(0, PlacesOfAnAddress).Select(_ => ConnectAsync(server)));
        foreach (Socket sender in senders)
            await sender.SendAsync(Written(1));

        await UntilAsync(() => Lengths().Count == senders.Length); // each has its place
        using (Socket surplus = await ConnectAsync(server))
            Assert.Equal(0, await ReadAsync(surplus));

        senders[0].Dispose();
        await UntilAsync(async () =>
        {
            using Socket sender = await ConnectAsync(server);
            await sender.SendAsync(Written(1));
            sender.Shutdown(SocketShutdown.Send);
            await ReadAsync(sender);
            return Lengths().Count > senders.Length;
        });
        Array.ForEach(senders, static sender => sender.Dispose());
    }

    [Fact]
    public async Task StopAsync_WithSenders_WritesWhatTheyHaveSent()
    {
        IPEndPoint server = await StartAsync();
        using Socket sender = await ConnectAsync(server);
        await sender.SendAsync(Written(20));
        await UntilAsync(() => Lengths().Count > 0);

        await _application!.StopAsync().WaitAsync(s_patience);

        Assert.Equal(Expected(20), Lengths());
        Assert.Equal(0, await ReadAsync(sender));
    }

    private static async Task<Socket> ConnectAsync(IPEndPoint server)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(server);
        return socket;
    }

    /// <summary>Waits until the server ends the connection. Returns 0 then, also after a reset.</summary>
    private static async Task<int> ReadAsync(Socket socket)
    {
        using var patience = new CancellationTokenSource(s_patience);
        try
        {
            return await socket.ReceiveAsync(new byte[1], patience.Token);
        }
        catch (SocketException)
        {
            return 0;
        }
    }

    private static IEnumerable<int> Expected(int count) => Enumerable.Range(0, count).Select(static i => i % 300);

    private static byte[] Written(int count)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        foreach (int length in Expected(count))
            writer.WritePrefixedBytes(new byte[length], LengthPrefix.Varint);

        return writer.WrittenSpan.ToArray();
    }

    private static async Task UntilAsync(Func<Task<bool>> condition)
    {
        using var patience = new CancellationTokenSource(s_patience);
        while (!await condition())
            await Task.Delay(20, patience.Token);
    }

    private static Task UntilAsync(Func<bool> condition) => UntilAsync(() => Task.FromResult(condition()));

    private async Task<IPEndPoint> StartAsync(TimeSpan? maxSilence = null)
    {
        object file = Activator.CreateInstance(s_page.Value.GetType("BatchFile", throwOnError: true)!, _path)!;
        Type type = s_page.Value.GetType("Ingester", throwOnError: true)!;
        var ingester = (ConnectionHandler)Activator.CreateInstance(type, file)!;
        type.GetProperty("MaxSilence")!.SetValue(ingester, maxSilence ?? s_patience);
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Services.AddSingleton(_ => (IHostedService)file);
        builder.WebHost.ConfigureKestrel(kestrel =>
            kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Run(ingester.OnConnectedAsync)));
        _application = builder.Build();
        await _application.StartAsync();
        return new IPEndPoint(IPAddress.Loopback, new Uri(_application.Urls.Single()).Port);
    }

    private long LengthOfFile()
    {
        using FileStream file = Open();
        return file.Length;
    }

    private FileStream Open() => new(_path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);

    /// <summary>Reads the lengths of the messages in the whole batches of the file.</summary>
    private List<int> Lengths()
    {
        List<int> lengths = [];
        using FileStream file = Open();
        byte[] content = new byte[file.Length];
        file.ReadExactly(content);
        var reader = new BufferReader(content);
        while (reader.TryReadPrefixedBytes(LengthPrefix.Int32LittleEndian, out ReadOnlySpan<byte> bytes))
        {
            var batch = new BufferReader(bytes);
            var time = new DateTime(batch.ReadInt64LittleEndian());
            Assert.InRange(time, DateTime.UtcNow.AddMinutes(-10), DateTime.UtcNow);
            while (!batch.End)
                lengths.Add(batch.ReadPrefixedBytes(LengthPrefix.Varint).Length);
        }

        return lengths;
    }
}

using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using Pooling.OpcUa.Client;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.Reading;

public sealed class NodeReaderTests : ServerTest
{
    private const int Nodes = 1_000;

    private static readonly NodeId s_changes = new("Changes", 2);
    private static readonly ClientOptions s_patient = PatientClient with { Reconnects = false };

    private static NodeId[] Variables => [.. Enumerable.Range(1, Nodes).Select(Variable)];

    [Fact]
    public Task ReadAsync_Again_BringsWhatTheServerHas() => Serve(async server =>
    {
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, s_patient);
        using var reader = new NodeReader(client, Variables);
        for (int round = 1; round <= 3; round++)
        {
            await client.WriteAsync(Variable(round), 100.5);
            await reader.ReadAsync();
            Assert.Equal(await client.ReadAsync(Variables), reader.Values.ToArray());
            Assert.Equal(100.5, reader.Values[round - 1].Value.Get<double>());
        }
    }, nodes: Nodes);

    [Fact]
    public Task ReadAsync_OfArraysTextsAndNoNodes_BringsThem() => Serve(async server =>
    {
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, s_patient);
        using var reader = new NodeReader(client, [s_changes, new NodeId(2255), new NodeId(999_999)]);
        for (int round = 0; round < 3; round++)
        {
            await reader.ReadAsync();
            Assert.Equal(new uint[Nodes], reader.Values[0].Value.GetSpan<uint>().ToArray());
            Assert.Equal("http://opcfoundation.org/UA/", reader.Values[1].Value.GetSpan<string?>()[0]);
            Assert.Equal(StatusCodes.BadNodeIdUnknown, reader.Values[2].StatusCode);
        }
    }, nodes: Nodes);

    [Fact]
    public Task ReadAsync_Steady_AllocatesNothingForAValue() => Serve(async server =>
    {
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, s_patient);
        using var reader = new NodeReader(client, Variables);
        NodeId[] nodes = Variables;
        double pooled = await MinOf(async () => await reader.ReadAsync());
        double before = await MinOf(() => client.ReadAsync(nodes));

        // Both include the server's share, in the same process: an array of nodes and one of values.
        Assert.InRange(before - pooled, 90 * Nodes, 130 * Nodes);
    }, nodes: Nodes);

    [Fact]
    public async Task ReadAsync_Refused_ThrowsAndReadsOnAfterwards()
    {
        int reads = 0;
        await using ScriptedServer server = Answering(async (connection, id) =>
        {
            if (Interlocked.Increment(ref reads) > 2)
                return false;

            await connection.Respond(id, new ServiceFault { Header = { ServiceResult = StatusCodes.BadTooManyOperations } });
            return true;
        });
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_patient);
        using var reader = new NodeReader(client, Variables);
        for (int round = 0; round < 2; round++)
        {
            ServiceException exception = await Assert.ThrowsAsync<ServiceException>(async () => await reader.ReadAsync());
            Assert.Equal(StatusCodes.BadTooManyOperations, exception.Status);
        }

        await reader.ReadAsync();
        Assert.Equal((uint)Nodes, reader.Values[^1].Value.Get<uint>());
    }

    [Fact]
    public async Task ReadAsync_WhileOneIsUnderWay_Throws()
    {
        await using ScriptedServer server = Answering((_, _) => Task.FromResult(true)); // never
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_patient);
        using var reader = new NodeReader(client, [Variable(1)]);

        ValueTask first = reader.ReadAsync();
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await reader.ReadAsync());

        await Wait.Until(() =>
        {
            client.Channel!.Tick(Environment.TickCount64 + 61_000); // when its time is over
            return first.IsCompleted;
        });
        ServiceException exception = await Assert.ThrowsAsync<ServiceException>(async () => await first);
        Assert.Equal(StatusCodes.BadTimeout, exception.Status);
    }

    [Fact]
    public async Task ReadAsync_Disposed_Throws()
    {
        await using ScriptedServer server = Answering((_, _) => Task.FromResult(false));
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_patient);
        var reader = new NodeReader(client, [Variable(1)]);
        await reader.ReadAsync();
        reader.Dispose();
        reader.Dispose();

        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await reader.ReadAsync());
    }

    [Fact]
    public async Task Dispose_WhileOneIsUnderWay_LetsItEnd()
    {
        var answering = new TaskCompletionSource<bool>();
        await using ScriptedServer server = Answering((_, _) => answering.Task);
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_patient);
        var reader = new NodeReader(client, [Variable(1)]);

        ValueTask read = reader.ReadAsync();
        reader.Dispose();
        answering.SetResult(false); // now it gets the default answer

        await read;
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await reader.ReadAsync());
    }

    [Fact]
    public async Task ReadAsync_ConnectionLost_ThrowsAndReadsOnAfterwards()
    {
        int reads = 0;
        await using ScriptedServer server = Answering((connection, _) => Interlocked.Increment(ref reads) == 1
            ? throw new EndOfStreamException() // as if it had disconnected
            : Task.FromResult(false));
        await using UaClient client = await UaClient.ConnectAsync(
            server.Url, PatientClient with { ReconnectDelay = TimeSpan.FromMilliseconds(20) });
        using var reader = new NodeReader(client, [Variable(1)]);

        await Assert.ThrowsAsync<ServiceException>(async () => await reader.ReadAsync());
        await Wait.Until(() => client.Reconnections == 1 && client.State == ClientState.Connected);

        await reader.ReadAsync();
        Assert.Equal(1u, reader.Values[0].Value.Get<uint>());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    public async Task ReadAsync_OtherCountOfValues_Throws(int count)
    {
        await using ScriptedServer server = Answering(async (connection, id) =>
        {
            await connection.Respond(id, new ReadResponse { Results = new DataValue[count] });
            return true;
        });
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_patient);
        using var reader = new NodeReader(client, [Variable(1), Variable(2)]);

        await Assert.ThrowsAsync<DecodingException>(async () => await reader.ReadAsync());
        Assert.False(client.Channel!.Completion.IsCompleted);
    }

    private static NodeId Variable(int number) => new((uint)number, 2);

    private static ScriptedServer Answering(Func<ScriptedConnection, uint, Task<bool>> read) => new(async connection =>
    {
        await connection.ShakeHands();
        await connection.Serve((id, request) =>
            request is ReadRequest { NodesToRead: [{ NodeId.NamespaceIndex: not 0 }, ..] } // not the client's own requests
                ? read(connection, id)
                : Task.FromResult(false));
    });

    /// <summary>Returns the minimum number of bytes that all threads of the process allocate for an action, because others may allocate in
    /// the meantime.</summary>
    private static async Task<double> MinOf(Func<Task> action)
    {
        double least = double.MaxValue;
        for (int round = 0; round < 20; round++)
        {
            const int Times = 20;

            long before = GC.GetTotalAllocatedBytes(precise: true);
            for (int i = 0; i < Times; i++)
                await action();

            least = Math.Min(least, (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)Times);
        }

        return least;
    }
}

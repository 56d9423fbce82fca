using OpcUa.Client;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Server;
using OpcUa.Server.Hosting;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.Security;

/// <summary>Tests OPN of a secured channel: recorded, changed, repeated, and too many.</summary>
public class SecuredOpeningTests
{
    private static readonly ServerLimits s_unlimited =
        ServerTest.Patient with { KeyUsesPerSecond = 100_000, KeyUsesPerSecondAndAddress = 100_000 };

    [Fact]
    public async Task Request_WithABitChangedInAnyByte_OpensNothing()
    {
        OpcUaServer server = SecuredServer.Start(limits: s_unlimited);
        byte[] request = (await RecordAsync(server)).First(static frame => frame.FromClient && IsOpening(frame.Bytes)).Bytes;
        for (int i = 0; i < request.Length; i += i is > 80 and < 1000 ? 7 : 1) // less often within the certificate
        {
            byte[] changed = request.ToArray();
            changed[i] ^= (byte)(1 << (i % 8));
            await using var peer = new RawPeer(server);
            peer.Write(RawPeer.Hello("opc.tcp://test"));
            await peer.ReadAsync();
            peer.Write(changed);
            if (i is >= 4 and < 8)
                continue; // it may wait for more

            StatusCode status = await peer.ReadErrorAsync();
            Assert.True(status.IsBad && status != StatusCodes.BadTcpInternalError, $"byte {i}: {status}");
        }

        await SecuredServer.EndAsync(server);
    }

    [Fact]
    public async Task Request_ThatComesAgain_OpensAChannelThatIsOfNoUse()
    {
        OpcUaServer server = SecuredServer.Start(limits: s_unlimited);
        List<(bool FromClient, byte[] Bytes)> frames = await RecordAsync(server);
        await using var peer = new RawPeer(server);
        peer.Write(RawPeer.Hello("opc.tcp://test"));
        await peer.ReadAsync();
        peer.Write(frames.First(static frame => frame.FromClient && IsOpening(frame.Bytes)).Bytes);
        byte[] answer = await peer.ReadAsync(); // encrypted for the client, with keys of which half are new
        Assert.True(IsOpening(answer));
        byte[] next = frames.First(static frame => frame.FromClient && frame.Bytes[0] == 'M' && frame.Bytes.Length > 500).Bytes.ToArray();
        answer.AsSpan(8, 4).CopyTo(next.AsSpan(8)); // the current channel
        next[12] = 1;
        peer.Write(next);
        Assert.Equal(StatusCodes.BadSecurityChecksFailed, await peer.ReadErrorAsync());
        await peer.DisposeAsync(); // otherwise the server waits for it
        await SecuredServer.EndAsync(server);
    }

    [Fact]
    public async Task Response_ThatComesAgain_IsOfNoUseToTheClient()
    {
        OpcUaServer server = SecuredServer.Start(limits: s_unlimited);
        List<(bool FromClient, byte[] Bytes)> frames = await RecordAsync(server);
        byte[] response = frames.First(static frame => !frame.FromClient && IsOpening(frame.Bytes)).Bytes;
        ClientOptions options = SecuredServer.Client(MessageSecurityMode.SignAndEncrypt) with { RequestTimeout = TimeSpan.FromSeconds(5) };
        using var proxy = new RecordingProxy(server.EndPoint) { OnResponse = bytes => IsOpening(bytes) ? response : bytes };
        ServiceException exception = await Assert.ThrowsAsync<ServiceException>(() => UaClient.ConnectAsync(proxy.Url, options));
        Assert.True(exception.Status.IsBad, exception.Message);
        await SecuredServer.EndAsync(server);
    }

    [Fact]
    public async Task Handshakes_TooManyOfOneAddress_AreRefusedAndOthersContinue()
    {
        OpcUaServer server = SecuredServer.Start(limits: ServerTest.Patient with { KeyUsesPerSecondAndAddress = 2 });
        List<(bool FromClient, byte[] Bytes)> frames = await RecordAsync(server);
        byte[] request = frames.First(static frame => frame.FromClient && IsOpening(frame.Bytes)).Bytes;
        await using UaClient bystander = await WaitForClientAsync(server);
        var peers = new List<RawPeer>();
        for (int i = 0; i < 50; i++)
        {
            peers.Add(new RawPeer(server));
            peers[i].Write(RawPeer.Hello("opc.tcp://test"));
            await peers[i].ReadAsync();
        }

        foreach (RawPeer peer in peers) // all at once: the number of refusals depends on the duration
            peer.Write(request);

        int refused = 0;
        foreach (RawPeer peer in peers)
        {
            byte[] answer = await peer.ReadAsync();
            refused += answer is [(byte)'E', ..] && BitConverter.ToUInt32(answer, 8) == StatusCodes.BadTcpServerTooBusy.Code ? 1 : 0;
            Assert.Equal(StatusCode.Good, (await bystander.ReadAsync(new NodeId(1, 2))).StatusCode);
            await peer.DisposeAsync();
        }

        Assert.InRange(refused, 10, 50);
        await bystander.DisposeAsync();
        await SecuredServer.EndAsync(server);
    }

    [Fact]
    public async Task Session_OfAnotherClient_CannotBeActivated()
    {
        OpcUaServer server = SecuredServer.Start(limits: s_unlimited);
        using var other = ApplicationCertificate.Create("urn:other", "other");
        await using UaClient one = await UaClient.ConnectAsync(server.EndpointUrl, SecuredServer.Client(MessageSecurityMode.Sign));
        await using UaClient two = await UaClient.ConnectAsync(server.EndpointUrl, SecuredServer.Client(MessageSecurityMode.Sign, other));
        CreateSessionResponse created = await one.Channel!.CallAsync<CreateSessionResponse>(new CreateSessionRequest
        {
            ClientDescription = new ApplicationDescription(TestCertificates.ClientUri, ApplicationType: ApplicationType.Client),
            ClientCertificate = TestCertificates.Client.Certificate.Der.ToArray(),
            ClientNonce = ChannelKeys.CreateNonce(),
        });
        SignatureData signature = await other.SignAsync(created.ServerCertificate, created.ServerNonce);
        Assert.Equal(StatusCodes.BadSecureChannelIdInvalid, await ActivateAsync(two, created, signature));
        Assert.Equal(StatusCodes.BadApplicationSignatureInvalid, await ActivateAsync(one, created, signature));
        Assert.Equal(StatusCodes.BadApplicationSignatureInvalid, await ActivateAsync(one, created, default));
        signature = await TestCertificates.Client.SignAsync(created.ServerCertificate, created.ServerNonce);
        Assert.Equal(StatusCode.Good, await ActivateAsync(one, created, signature));
        Assert.Equal(StatusCodes.BadSecurityChecksFailed, await ActivateAsync(two, created, signature));
        Assert.Equal(StatusCodes.BadApplicationSignatureInvalid, await ActivateAsync(one, created, signature)); // the nonce was used
        await one.DisposeAsync();
        await two.DisposeAsync();
        await SecuredServer.EndAsync(server);
    }

    [Fact]
    public async Task CreateSession_OfAnotherCertificateOrName_IsRefused()
    {
        OpcUaServer server = SecuredServer.Start(limits: s_unlimited);
        await using UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, SecuredServer.Client(MessageSecurityMode.Sign));
        byte[] der = TestCertificates.Client.Certificate.Der.ToArray();
        byte[] nonce = ChannelKeys.CreateNonce();
        byte[] another = TestCertificates.Server.Certificate.Der.ToArray();
        Assert.Equal(StatusCodes.BadCertificateInvalid, await CreateAsync(another, TestCertificates.ServerUri, nonce));
        Assert.Equal(StatusCodes.BadCertificateInvalid, await CreateAsync(null, TestCertificates.ClientUri, nonce));
        Assert.Equal(StatusCodes.BadCertificateUriInvalid, await CreateAsync(der, "urn:x", nonce));
        Assert.Equal(StatusCodes.BadNonceInvalid, await CreateAsync(der, TestCertificates.ClientUri, nonce[..31]));
        Assert.Equal(StatusCodes.BadNonceInvalid, await CreateAsync(der, TestCertificates.ClientUri, null));
        await client.DisposeAsync();
        await SecuredServer.EndAsync(server);

        async Task<StatusCode> CreateAsync(byte[]? certificate, string uri, byte[]? clientNonce) =>
            (await Assert.ThrowsAsync<ServiceException>(() => client.Channel!.CallAsync<CreateSessionResponse>(new CreateSessionRequest
            {
                ClientDescription = new ApplicationDescription(uri, ApplicationType: ApplicationType.Client),
                ClientCertificate = certificate,
                ClientNonce = clientNonce,
            }))).Status;
    }

    private static async Task<StatusCode> ActivateAsync(UaClient client, CreateSessionResponse created, SignatureData signature)
    {
        try
        {
            var request = new ActivateSessionRequest
            {
                ClientSignature = signature,
                UserIdentityToken = new AnonymousIdentityToken("anonymous").ToExtensionObject(),
            };
            request.Header.AuthenticationToken = created.AuthenticationToken;
            await client.Channel!.CallAsync<ActivateSessionResponse>(request);
            return StatusCode.Good;
        }
        catch (ServiceException exception)
        {
            return exception.Status;
        }
    }

    private static async Task<UaClient> WaitForClientAsync(OpcUaServer server)
    {
        long end = Environment.TickCount64 + 60_000;
        while (true)
        {
            try
            {
                return await UaClient.ConnectAsync(server.EndpointUrl, SecuredServer.Client(MessageSecurityMode.SignAndEncrypt));
            }
            catch (ServiceException exception) when (exception.Status == StatusCodes.BadTcpServerTooBusy && Environment.TickCount64 < end)
            {
                await Task.Delay(200);
            }
        }
    }

    private static bool IsOpening(byte[] frame) => frame.Length > 500 && frame[0] == 'O';

    private static async Task<List<(bool FromClient, byte[] Bytes)>> RecordAsync(OpcUaServer server)
    {
        using var proxy = new RecordingProxy(server.EndPoint);
        await using (UaClient client = await UaClient.ConnectAsync(
            proxy.Url, SecuredServer.Client(MessageSecurityMode.SignAndEncrypt)))
        {
            await client.CallAsync<ReadResponse>(new ReadRequest { NodesToRead = [new ReadValueId(new NodeId(1, 2))] });
        }

        return proxy.Frames;
    }
}

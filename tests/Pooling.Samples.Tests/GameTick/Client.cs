using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Pooling.Samples.GameTick;

/// <summary>A client that sends whatever bytes a test wants.</summary>
internal sealed class Client : IDisposable
{
    private const int Patience = 60_000; // ms; only what is wrong takes so long

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
    {
        NoDelay = true,
        ReceiveTimeout = Patience,
        SendTimeout = Patience,
    };

    /// <param name="server">The address of the server.</param>
    /// <param name="receiveBuffer">The bytes that the system takes for a client that does not read.</param>
    /// <param name="from">The address of the client; any other than 127.0.0.1 exists on Linux and Windows only.</param>
    public Client(IPEndPoint server, int? receiveBuffer = null, IPAddress? from = null)
    {
        if (receiveBuffer is { } length)
            _socket.ReceiveBufferSize = length;

        if (from is not null)
            _socket.Bind(new IPEndPoint(from, 0));

        _socket.Connect(server);
    }

    public static byte[] MoveFrame(uint sequence, short x, short y)
    {
        byte[] frame = new byte[GameServer.HeaderLength + Move.Length];
        GameServer.WriteHeader(frame, GameServer.MoveOpcode);
        new Move(sequence, x, y).Write(frame.AsSpan(GameServer.HeaderLength));
        return frame;
    }

    public static void WaitUntil(Func<bool> condition) =>
        Assert.True(SpinWait.SpinUntil(condition, Patience), "The condition was not met.");

    public void Send(ReadOnlySpan<byte> bytes) => _socket.Send(bytes);

    /// <summary>Receives the welcome.</summary>
    /// <returns>The number of the player.</returns>
    public uint ReceiveWelcome() => BinaryPrimitives.ReadUInt32LittleEndian(Receive(GameServer.WelcomeOpcode));

    /// <summary>Receives a state.</summary>
    /// <returns>The number of the tick, and the player's last sequence, X and Y.</returns>
    public (uint Tick, uint Sequence, int X, int Y) ReceiveState(uint id)
    {
        ReadOnlySpan<byte> state = Receive(GameServer.StateOpcode);
        ReadOnlySpan<byte> player = state[4..];
        while (BinaryPrimitives.ReadUInt32LittleEndian(player) != id)
            player = player[GameServer.PlayerLength..];

        return (BinaryPrimitives.ReadUInt32LittleEndian(state), BinaryPrimitives.ReadUInt32LittleEndian(player[4..]),
            BinaryPrimitives.ReadInt32LittleEndian(player[8..]), BinaryPrimitives.ReadInt32LittleEndian(player[12..]));
    }

    /// <summary>Receives until the server closes the connection, which it must.</summary>
    public void ReceiveEnd()
    {
        while (TryReceiveByte())
        {
        }
    }

    /// <summary>Receives one byte.</summary>
    /// <returns><see langword="false"/> if the server has closed the connection.</returns>
    public bool TryReceiveByte()
    {
        try
        {
            return _socket.Receive(stackalloc byte[1]) > 0;
        }
        catch (SocketException reset) when (reset.SocketErrorCode == SocketError.ConnectionReset)
        {
            return false;
        }
    }

    /// <summary>Tells the server that nothing more will be sent.</summary>
    public void EndSending() => _socket.Shutdown(SocketShutdown.Send);

    /// <summary>Ends the connection without the usual handshake, as a crash does.</summary>
    public void Reset()
    {
        _socket.LingerState = new LingerOption(true, 0);
        _socket.Dispose();
    }

    public void Dispose() => _socket.Dispose();

    private byte[] Receive(ushort opcode)
    {
        byte[] header = ReceiveExactly(GameServer.HeaderLength);
        Assert.Equal(opcode, BinaryPrimitives.ReadUInt16LittleEndian(header.AsSpan(2)));
        return ReceiveExactly(BinaryPrimitives.ReadUInt16LittleEndian(header) - sizeof(ushort));
    }

    private byte[] ReceiveExactly(int length)
    {
        byte[] bytes = new byte[length];
        for (int count = 0; count < length;)
        {
            int read = _socket.Receive(bytes.AsSpan(count));
            Assert.NotEqual(0, read);
            count += read;
        }

        return bytes;
    }
}

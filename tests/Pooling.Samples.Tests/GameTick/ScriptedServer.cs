using System.Buffers.Binary;
using System.Net.Sockets;

namespace Pooling.Samples.GameTick;

/// <summary>A server that welcomes each client and sends it one state, right or wrong.</summary>
internal sealed class ScriptedServer(ushort opcode, Func<uint, int[]> state) : GameServer(s_limits)
{
    private static readonly GameLimits s_limits = new() { Players = 4 }; // twice the bots, which have one address

    public override int WaitingCount => 2;

    protected override void CarryOut()
    {
    }

    protected override async Task PlayAsync(Socket socket, uint id, CancellationToken stopping)
    {
        int[] numbers = state(id);
        byte[] frame = new byte[HeaderLength + numbers.Length * sizeof(int)];
        WriteHeader(frame, opcode);
        for (int i = 0; i < numbers.Length; i++)
            BinaryPrimitives.WriteInt32LittleEndian(frame.AsSpan(HeaderLength + i * sizeof(int)), numbers[i]);

        await socket.SendAsync(EncodeWelcome(id), stopping);
        await socket.SendAsync(frame, stopping);
        while (await socket.ReceiveAsync(new byte[256], stopping) > 0)
        {
        }
    }
}

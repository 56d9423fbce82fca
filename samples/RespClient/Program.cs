using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Pooling.Samples.RespClient;

const int Rounds = 7;
const int Pipelined = 100; // commands

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
try
{
    using var own = args.Length == 0 ? new MiniRedis() : null; // or a real server: host and port as arguments
    EndPoint server = own?.EndPoint ?? new IPEndPoint(IPAddress.Parse(args[0]), int.Parse(args[1], CultureInfo.InvariantCulture));
    await using PlainRespClient plain = await PlainRespClient.ConnectAsync(server);
    await using PooledRespClient pooled = await PooledRespClient.ConnectAsync(server);
    byte[] key = "pooling-sample"u8.ToArray();
    var plainReplies = new Task<PlainReply>[Pipelined];
    var pooledReplies = new ValueTask<RespReply>[Pipelined];

    for (int i = 0; i < 2 * Pipelined; i++)
    {
        using RespReply pong = await pooled.SendAsync("PING"u8);
        Require(pong.Value.Text == (await plain.SendAsync("PING"u8)).Text);
    }

    Console.WriteLine("GET of            way      bytes/command   us/command");
    foreach (int size in (int[])[16, 1024, 16 * 1024])
    {
        byte[] value = new byte[size];
        new Random(size).NextBytes(value);
        Require((await plain.SendAsync("SET"u8, key, value)).Text == "OK");
        using (RespReply set = await pooled.SetAsync(key, value))
            Require(set.Value.Text == "OK");

        foreach (int together in (int[])[1, Pipelined])
        {
            (double Bytes, double Time)[] medians = Measure.Run( // each reply is compared with the value
                Rounds, Pipelined, count => Repeat(GetPlainAsync, count), count => Repeat(GetPooledAsync, count));
            string name = $"{size,6:N0} B, {together,3}";
            Console.WriteLine($"{name,-17} {"plain",-8} {medians[0].Bytes,13:N0} {medians[0].Time,12:N1}");
            Console.WriteLine($"{name,-17} {"pooled",-8} {medians[1].Bytes,13:N0} {medians[1].Time,12:N1}");

            void Repeat(Func<int, Task> way, int count)
            {
                for (int i = 0; i < count; i += together)
                    way(together).GetAwaiter().GetResult();
            }
        }

        async Task GetPlainAsync(int count)
        {
            for (int i = 0; i < count; i++)
                plainReplies[i] = plain.SendAsync("GET"u8, key);

            for (int i = 0; i < count; i++)
                Require((await plainReplies[i]).Bytes.AsSpan().SequenceEqual(value));
        }

        async Task GetPooledAsync(int count)
        {
            for (int i = 0; i < count; i++)
                pooledReplies[i] = pooled.GetAsync(key);

            for (int i = 0; i < count; i++)
            {
                using RespReply reply = await pooledReplies[i];
                Require(reply.Value.Bytes.SequenceEqual(value));
            }
        }
    }

    Console.WriteLine();
    Console.WriteLine("Every reply was the value that was set.");
    Console.WriteLine("What to copy: PooledRespClient.cs, PendingReply.cs, ReplyMemory.cs, and all Resp*.cs");
    return 0;
}
catch (Exception wrong) when (wrong is InvalidDataException or IOException or SocketException)
{
    Console.Error.WriteLine($"RespClient: {wrong.Message}");
    return 1;
}

static void Require(bool condition)
{
    if (!condition)
        throw new InvalidDataException("A reply is not the value that was set.");
}

using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Pooling.Samples.Broker;

const int Rounds = 5;
(int Size, int Subscribers, int Messages)[] cases = [(64, 100, 10), (1024, 100, 10), (16 * 1024, 20, 10), (60 * 1024, 20, 10)];

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
try
{
    (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(new PlainBroker(), new PooledBroker());
    await using (server)
    {
        Console.WriteLine("message to subscribers         way      bytes/message   us/message");
        foreach ((int size, int subscribers, int messages) in cases)
        {
            byte[] payload = new byte[size];
            using var plain = new Crowd(addresses[0], subscribers);
            using var pooled = new Crowd(addresses[1], subscribers);
            (double Bytes, double Time)[] medians = Measure.Run( // every byte is compared with what was published
                Rounds, messages, count => plain.Publish(count, payload), count => pooled.Publish(count, payload));
            Print($"{size,6:N0} B to {subscribers,3} sockets", ["plain", "pooled"], medians);
        }
    }

    Console.WriteLine();
    Console.WriteLine("All subscribers received what was published, byte for byte.");
    Console.WriteLine("What to copy: PooledBroker.cs, and the files that README.md names.");
    return 0;
}
catch (Exception wrong) when (wrong is InvalidDataException or IOException or SocketException)
{
    Console.Error.WriteLine($"Broker: {wrong.Message}");
    return 1;
}

static void Print(string name, string[] ways, (double Bytes, double Time)[] medians)
{
    for (int i = 0; i < ways.Length; i++)
        Console.WriteLine($"{name,-30} {ways[i],-7} {medians[i].Bytes,14:N0} {medians[i].Time,12:N2}");
}

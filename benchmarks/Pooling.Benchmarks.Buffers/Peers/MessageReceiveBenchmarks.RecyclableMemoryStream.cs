using System.Text;
using BenchmarkDotNet.Attributes;
using Microsoft.IO;

namespace Pooling.Benchmarks.Buffers;

public partial class MessageReceiveBenchmarks
{
    private readonly RecyclableMemoryStreamManager _streams = new();

    /// <summary>The plain way as it was published: decoded from one buffer, which the stream makes of its blocks if the message is longer than one.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [PeerRow("WSC-receive-128B", "RecyclableMemoryStream")]
    [PeerRow("WSC-receive-4KB", "RecyclableMemoryStream")]
    [PeerRow("WSC-receive-32KB", "RecyclableMemoryStream")]
    [PeerRow("WSC-receive-128KB", "RecyclableMemoryStream")]
    public string RecyclableStream()
    {
        byte[] message = _message;
        int chunk = _chunk;
        string last = "";
        for (int i = 0; i < Operations; i++)
        {
            using RecyclableMemoryStream stream = _streams.GetStream();
            for (int at = 0; at < message.Length; at += chunk)
                stream.Write(message.AsSpan(at, chunk));

            last = Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
        }

        return last;
    }
}

using System.Runtime.InteropServices;
using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>Adds numbers up.</summary>
public sealed class CallSiteSum
{
    internal int Total { get; set; }

    internal readonly struct Handler : IPacketParser<int>, IOpcodeHandler<CallSiteSum, int>
    {
        public bool TryParse(ReadOnlySpan<byte> payload, out int packet) => MemoryMarshal.TryRead(payload, out packet);

        public void Handle(in CallSiteSum context, in int packet) => context.Total += packet + 1;
    }
}

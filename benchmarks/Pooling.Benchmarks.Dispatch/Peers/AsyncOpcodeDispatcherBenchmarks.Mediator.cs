using BenchmarkDotNet.Attributes;
using Mediator;
using Microsoft.Extensions.DependencyInjection;

[assembly: MediatorOptions(ServiceLifetime = ServiceLifetime.Singleton)]

namespace Pooling.Benchmarks.Dispatch;

public partial class AsyncOpcodeDispatcherBenchmarks
{
    private readonly Mediator.Mediator _mediator = CreateMediator();

    /// <summary>The mediator finds the handler by the type of the message, which is an object therefore.</summary>
    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [Row("POOL-dispatch-async", Role.Peer, "Mediator, by type")]
    public async Task<long> MediatorByType()
    {
        _session.Sum = 0;
        foreach (ushort opcode in _opcodes)
            await _mediator.Send(MediatorPackets.Parse(_context, opcode, OpcodeTraffic.Payload)).ConfigureAwait(false);

        return _session.Sum;
    }

    /// <summary>A switch by hand finds the type, and the mediator calls its handler: no object.</summary>
    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [Row("POOL-dispatch-async", Role.Peer, "Mediator, behind a switch")]
    public async Task<long> MediatorBehindASwitch()
    {
        _session.Sum = 0;
        foreach (ushort opcode in _opcodes)
            await MediatorPackets.Send(_mediator, _context, opcode, OpcodeTraffic.Payload).ConfigureAwait(false);

        return _session.Sum;
    }

    private static Mediator.Mediator CreateMediator()
    {
        var services = new ServiceCollection();
        services.AddMediator();
        return services.BuildServiceProvider().GetRequiredService<Mediator.Mediator>();
    }
}

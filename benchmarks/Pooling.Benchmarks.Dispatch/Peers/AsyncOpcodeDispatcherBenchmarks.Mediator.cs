using Mediator;
using Microsoft.Extensions.DependencyInjection;

[assembly: MediatorOptions(ServiceLifetime = ServiceLifetime.Singleton)]

namespace Pooling.Benchmarks.Dispatch;

public partial class AsyncOpcodeDispatcherBenchmarks
{
    private readonly Mediator.Mediator _mediator = CreateMediator();

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [Row("POOL-dispatch-async", Role.Peer, "Mediator: no states, counters, catch")]
    public async Task<long> MediatorByType()
    {
        _session.Sum = 0;
        foreach (ushort opcode in _opcodes)
            await _mediator.Send(MediatorPackets.Parse(_context, opcode, OpcodeTraffic.Payload)).ConfigureAwait(false);

        return _session.Sum;
    }

    private static Mediator.Mediator CreateMediator()
    {
        var services = new ServiceCollection();
        services.AddMediator();
        return services.BuildServiceProvider().GetRequiredService<Mediator.Mediator>();
    }
}

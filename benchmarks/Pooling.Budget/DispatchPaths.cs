using System.Reflection;
using Pooling.Dispatch;

namespace Pooling.Budget;

/// <summary>The hot paths of dispatchers, with 16 handlers whose opcodes are used in turn.</summary>
internal static class DispatchPaths
{
    private const int Opcodes = 16;

    private static readonly byte[] s_payload = new byte[12];
    private static long s_sum;

    internal static IReadOnlyList<HotPath> All { get; } =
    [
        Dispatcher("Dispatch: handlers", static builder => { }),
        Dispatcher("Dispatch: handlers, faults caught", static builder => builder.OnFault(static (in _, _, _) => { })),
        Dispatcher("Dispatch: handlers, counted", static builder => builder.CountHandled()),
        new("Dispatch: delegates", static () =>
        {
            var builder = new OpcodeDispatcherBuilder<SessionContext>();
            for (ushort opcode = 0; opcode < Opcodes; opcode++)
                builder.Add<Move, MoveParser>(opcode, static (in context, in packet) => default(MoveHandler).Handle(in context, in packet));

            return Dispatch(builder.Build());
        }),
        new("Dispatch: cached delegate", static () =>
        {
            MethodInfo method = typeof(DispatchPaths).GetMethod(nameof(Twice), BindingFlags.NonPublic | BindingFlags.Static)!;
            Func<long, long> twice = CachedDelegate.CreateMethod<Func<long, long>>(method);
            return new(() => s_sum = twice(s_sum));
        }),
        new("Dispatch: cached constructor", static () =>
        {
            Func<Session> create = CachedDelegate.CreateConstructor<Func<Session>>(typeof(Session));
            return new(() => s_sum += create().Sum);
        }),
    ];

    private static HotPath Dispatcher(string name, Action<OpcodeDispatcherBuilder<SessionContext>> configure) => new(name, () =>
    {
        var builder = new OpcodeDispatcherBuilder<SessionContext>();
        for (ushort opcode = 0; opcode < Opcodes; opcode++)
            builder.Add<Move, MoveParser, MoveHandler>(opcode);

        configure(builder);
        return Dispatch(builder.Build());
    });

    private static Operation Dispatch(OpcodeDispatcher<SessionContext> dispatcher)
    {
        var context = new SessionContext(new Session());
        return new(() =>
        {
            for (ushort opcode = 0; opcode < Opcodes; opcode++)
                dispatcher.Dispatch(in context, opcode, s_payload);
        });
    }

    private static long Twice(long value) => value * 2;
}

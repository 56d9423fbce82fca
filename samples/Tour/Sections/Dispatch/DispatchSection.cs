using System.Buffers.Binary;
using System.Reflection;
using Pooling.Dispatch;
using Pooling.Tour.Measuring;

namespace Pooling.Tour.Sections.Dispatch;

/// <summary>Compares techniques that find the handler of a packet by its opcode.</summary>
internal sealed class DispatchSection : ISection
{
    private const int Opcodes = 64;
    private const int Packets = 4_096; // a power of two

    private readonly ushort[] _opcodes = new ushort[Packets];
    private readonly byte[] _payload = new byte[Step.Size];

    public DispatchSection()
    {
        var random = new Random(42);
        for (int i = 0; i < _opcodes.Length; i++)
            _opcodes[i] = (ushort)random.Next(Opcodes);

        BinaryPrimitives.WriteInt32LittleEndian(_payload, 3);
    }

    private delegate void StepInvoker(in Visit context, ReadOnlySpan<byte> payload);

    /// <inheritdoc/>
    public string Name => "dispatch";

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context) => new(
        Name,
        "Dispatch",
        "A server that reads the opcode of a packet, parses its bytes and calls its handler.",
        [
            context.Compare(new Comparison("64 kinds of packets",
                "In random order. The dispatcher also checks states and counts failures; the dictionary does neither.",
                [Dictionary(), Reflection(), Dispatcher()]) { Unit = "packet" }),
            context.Compare(new Comparison("A method found by reflection", "Resolved once, called many times.",
                [Invoke(), Cached()]) { Unit = "call" }),
        ]);

    private Contender Dictionary()
    {
        var walker = new Walker();
        var handlers = new Dictionary<ushort, StepInvoker>();
        for (int opcode = 0; opcode < Opcodes; opcode++)
        {
            int factor = opcode;
            handlers.Add((ushort)opcode, (in Visit visit, ReadOnlySpan<byte> payload) =>
            {
                if (Step.TryParse(payload, out Step packet))
                    visit.Walker.Position += packet.Distance * factor;
            });
        }

        return new Contender("Dictionary of delegates", Side.Without, count =>
        {
            var visit = new Visit(walker);
            walker.Position = 0;
            for (int i = 0; i < count; i++)
                handlers[_opcodes[i & (Packets - 1)]](in visit, _payload);

            return walker.Position;
        });
    }

    private Contender Reflection()
    {
        var walker = new Walker();
        MethodInfo move = typeof(Walker).GetMethod(nameof(Walker.Move))!;
        return new Contender("MethodInfo.Invoke", Side.Without, count =>
        {
            walker.Position = 0;
            for (int i = 0; i < count; i++)
            {
                if (Step.TryParse(_payload, out Step packet))
                    move.Invoke(walker, [(long)packet.Distance * _opcodes[i & (Packets - 1)]]);
            }

            return walker.Position;
        });
    }

    private Contender Dispatcher()
    {
        var walker = new Walker();
        var builder = new OpcodeDispatcherBuilder<Visit>();
        for (int opcode = 0; opcode < Opcodes; opcode++)
            builder.Add<Step, Step.Parser, Step.Handler>((ushort)opcode, default, new Step.Handler(opcode));

        OpcodeDispatcher<Visit> dispatcher = builder.Build();
        return new Contender("OpcodeDispatcher", Side.Pooled, count =>
        {
            var visit = new Visit(walker);
            walker.Position = 0;
            for (int i = 0; i < count; i++)
                dispatcher.Dispatch(in visit, _opcodes[i & (Packets - 1)], _payload);

            return walker.Position;
        });
    }

    private static Contender Invoke()
    {
        var walker = new Walker();
        MethodInfo move = typeof(Walker).GetMethod(nameof(Walker.Move))!;
        return new Contender("MethodInfo.Invoke", Side.Without, count =>
        {
            walker.Position = 0;
            for (int i = 0; i < count; i++)
                move.Invoke(walker, [(long)i]);

            return walker.Position;
        });
    }

    private static Contender Cached()
    {
        var walker = new Walker();
        Action<Walker, long> move = CachedDelegate.CreateMethod<Action<Walker, long>>(typeof(Walker).GetMethod(nameof(Walker.Move))!);
        return new Contender("CachedDelegate", Side.Pooled, count =>
        {
            walker.Position = 0;
            for (int i = 0; i < count; i++)
                move(walker, i);

            return walker.Position;
        });
    }
}

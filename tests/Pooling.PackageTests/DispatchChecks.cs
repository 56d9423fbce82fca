using System.Reflection;
using Pooling.Dispatch;

namespace Pooling.PackageTests;

/// <summary>Checks dispatchers, and delegates for members that are only known by reflection.</summary>
internal static class DispatchChecks
{
    internal static void Run(SelfCheck check)
    {
        var total = new Total();
        byte[] payload = [1, 2, 3];
        OpcodeDispatcher<Total> dispatcher = new OpcodeDispatcherBuilder<Total>().CountHandled()
            .Add<int, LengthParser, LengthHandler>(0)
            .Add<int, LengthParser>(65535, static (in Total context, in int packet) => context.Sum += packet, states: 0b10)
            .OnFault(static (in Total context, ushort opcode, Exception exception) => context.Sum = -opcode - exception.Message.Length)
            .Build();
        check.Equal("OpcodeDispatcher handles", DispatchStatus.Handled, () => dispatcher.Dispatch(in total, 0, payload));
        check.Equal("OpcodeDispatcher handles by a delegate", DispatchStatus.Handled,
            () => dispatcher.Dispatch(in total, 65535, payload, 0b11));
        check.Equal("OpcodeDispatcher filters", DispatchStatus.Filtered, () => dispatcher.Dispatch(in total, 65535, payload, 0b01));
        check.Equal("OpcodeDispatcher refuses", DispatchStatus.Malformed, () => dispatcher.Dispatch(in total, 0, default));
        check.Equal("OpcodeDispatcher knows what it does not know", DispatchStatus.Unknown,
            () => dispatcher.Dispatch(in total, 7, payload));
        check.Equal("OpcodeDispatcher hands over", 6L, () => total.Sum);
        check.Equal("OpcodeDispatcher catches", DispatchStatus.Faulted, () => dispatcher.Dispatch(in total, 0, new byte[100]));
        check.Equal("OpcodeDispatcher counts", (2L, 6L), () => (dispatcher.GetTotals().Handled, dispatcher.GetTotals().Total));
        check.AllocatesNothing("OpcodeDispatcher dispatches without allocating", () =>
        {
            dispatcher.Dispatch(in total, 0, payload);
            dispatcher.Dispatch(in total, 7, payload);
        });

        MethodInfo add = new Func<int, int, int>(Add).Method;
        PropertyInfo sum = typeof(Total).GetProperty(nameof(Total.Sum))!;
        check.Equal("CachedDelegate.CreateMethod", 5, () => CachedDelegate.CreateMethod<Func<int, int, int>>(add)(2, 3));
        check.That("CachedDelegate.CreateMethod keeps its delegates",
            () => ReferenceEquals(CachedDelegate.CreateMethod<Func<int, int, int>>(add),
                CachedDelegate.CreateMethod<Func<int, int, int>>(add)));
        check.Equal("CachedDelegate.CreateSetter", 9L, () =>
        {
            CachedDelegate.CreateSetter<Total, long>(sum)(total, 9);
            return total.Sum;
        });
        check.Throws<ArgumentException>("CachedDelegate.CreateMethod refuses another signature",
            () => CachedDelegate.CreateMethod<Func<string>>(add));
    }

    private static int Add(int left, int right) => left + right;

    public sealed class Total
    {
        public long Sum { get; set; }
    }

    private readonly struct LengthParser : IPacketParser<int>
    {
        public bool TryParse(ReadOnlySpan<byte> payload, out int packet)
        {
            packet = payload.Length;
            return packet > 0;
        }
    }

    private readonly struct LengthHandler : IOpcodeHandler<Total, int>
    {
        public void Handle(in Total context, in int packet)
        {
            if (packet > 99)
                throw new InvalidOperationException("Too long.");

            context.Sum += packet;
        }
    }
}

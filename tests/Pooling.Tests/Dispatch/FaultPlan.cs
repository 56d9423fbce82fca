using Pooling.Doubles;

namespace Pooling.Dispatch;

/// <summary>Throws on one of the calls that are made through it, and counts them all.</summary>
internal sealed class FaultPlan
{
    /// <summary>The call that throws, from 1; 0 for none.</summary>
    internal int ThrowOn { get; set; }

    internal int Calls { get; private set; }

    internal void Pass(string member)
    {
        if (++Calls == ThrowOn)
            throw new InjectedFaultException(member);
    }
}

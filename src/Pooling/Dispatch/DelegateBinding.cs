using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Pooling.Dispatch;

/// <summary>Binds delegates to methods, and reports both signatures if they are not compatible.</summary>
internal static class DelegateBinding
{
    internal static TDelegate Bind<TDelegate>(MethodInfo method) where TDelegate : Delegate
    {
        CheckClosed(method);
        if (Delegate.CreateDelegate(typeof(TDelegate), method, throwOnBindFailure: false) is not TDelegate bound)
            throw Misfit<TDelegate>(method, "the signatures are not compatible");

        return bound;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2090", Justification = "Invoke of a delegate type is never removed.")]
    internal static MethodInfo InvokeOf<TDelegate>() where TDelegate : Delegate =>
        typeof(TDelegate).GetMethod("Invoke")
            ?? throw new ArgumentException(
                $"The type '{typeof(TDelegate)}' is not a specific delegate type.", nameof(TDelegate));

    internal static void CheckClosed(MethodBase method)
    {
        if (method.ContainsGenericParameters)
        {
            Throw.Argument($"'{method.DeclaringType}.{method.Name}' is an open generic method. "
                + "Construct it with type arguments first.",
                nameof(method));
        }
    }

    internal static ArgumentException Misfit<TDelegate>(MethodBase method, string reason) =>
        new($"'{method.DeclaringType}.{method}' cannot be called as '{typeof(TDelegate)}': {reason}.", nameof(method));
}

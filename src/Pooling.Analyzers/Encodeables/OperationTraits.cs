using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Answers questions about the code of constructors and methods.</summary>
internal static class OperationTraits
{
    /// <summary>Returns an operation and those within it, without the arguments of <c>nameof</c>, which are not
    /// evaluated.</summary>
    internal static IEnumerable<IOperation> Evaluated(IOperation operation)
    {
        // Not recursive: a sum can have thousands of terms.
        Stack<IOperation> waiting = new();
        waiting.Push(operation);
        while (waiting.Count > 0)
        {
            IOperation next = waiting.Pop();
            yield return next;

            if (next is INameOfOperation)
                continue;

            foreach (IOperation child in next.ChildOperations)
                waiting.Push(child);
        }
    }

    /// <summary>Whether it is the object whose code this is, and not one that an initializer or a pattern
    /// means.</summary>
    internal static bool IsThis(IOperation? operation) =>
        operation is IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.ContainingTypeInstance };
}

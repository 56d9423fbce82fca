using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL005: a JSON lease writes to a pipe that the method created, and that it neither flushes afterwards nor
/// passes on. The pipe of a caller is the caller's to flush.</summary>
internal static class UnflushedPipeRule
{
    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (node.Operation is not IInvocationOperation { TargetMethod: { Name: "Rent" } method } call
                || method.Parameters is not [{ Type.Name: "PipeWriter" }, ..] || !report.Library.IsOurs(method))
            {
                continue;
            }

            IOperation target = Places.Strip(call.Arguments[0].Value);
            if (PipeOf(report, target) is { } pipe && !IsFlushed(report, pipe, call))
            {
                bool isNamed = Places.Strip(target) is ILocalReferenceOperation;
                report.Add(UsageDiagnostics.UnflushedPipe, call.Syntax, isNamed ? UsageFixes.Flush
                    : null, target.Syntax.ToString(),
                    "after the lease: call FlushAsync, or rent with RentAsyncWriter");
            }
        }
    }

    /// <summary>Returns the variable of a pipe, or of its writer, that the method creates.</summary>
    private static LocalUse? PipeOf(UsageReport report, IOperation target)
    {
        switch (target)
        {
            case IPropertyReferenceOperation { Property.Name: "Writer", Instance: ILocalReferenceOperation pipe }:
                return report.Body.UseOf(pipe.Local) is { OnlyValue: { } created } owner
                    && Places.Strip(created) is IObjectCreationOperation
                    ? owner
                    : null;
            case ILocalReferenceOperation writer when report.Body.UseOf(writer.Local) is { OnlyValue: { } value } use:
                return Places.Strip(value) switch
                {
                    IInvocationOperation { TargetMethod: { Name: "Create", ContainingType.Name: "PipeWriter" } } => use,
                    IPropertyReferenceOperation { Instance: ILocalReferenceOperation } property
                        when PipeOf(report, property) is { References.Count: 1 } => use,
                    _ => null,
                };
            default:
                return null;
        }
    }

    private static bool IsFlushed(UsageReport report, LocalUse pipe, IOperation rent)
    {
        foreach (LocalUse.Reference reference in pipe.References)
        {
            if (!pipe.IsDirect(reference))
                return true;

            IOperation value = reference.Operation;
            if (value.Parent is IPropertyReferenceOperation { Property.Name: "Writer" } writer
                && ReferenceEquals(writer.Instance, value))
            {
                value = writer;
            }

            switch (value.Parent)
            {
                case IInvocationOperation call when ReferenceEquals(call.Instance, value):
                    if (call.Syntax.SpanStart > rent.Syntax.SpanStart
                        && call.TargetMethod.Name is "FlushAsync" or "WriteAsync" or "Complete" or "CompleteAsync"
                            or "AsStream")
                    {
                        return true;
                    }

                    break;
                case IArgumentOperation argument when IsRent(report, argument):
                case IPropertyReferenceOperation { Property.Name: not "Reader" }:
                    break;
                default:
                    return true;
            }
        }

        return false;
    }

    private static bool IsRent(UsageReport report, IArgumentOperation argument) =>
        argument.Parent is IInvocationOperation { TargetMethod: { Name: "Rent" } method }
            && report.Library.IsOurs(method);
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>The declaration of a local variable, and everything that refers to it.</summary>
internal sealed class LocalUse
{
    private readonly List<Reference> _references = [];
    private IOperation? _onlyValue;
    private bool _isOnlyValueKnown;

    internal LocalUse(ILocalSymbol local) => Local = local;

    internal ILocalSymbol Local { get; }

    /// <summary>Gets or sets the declaration; <see langword="null"/> for a variable of a pattern, a loop or a call.</summary>
    internal IVariableDeclaratorOperation? Declarator { get; set; }

    /// <summary>Gets or sets the lambda or local function that declares the variable.</summary>
    internal IOperation? Function { get; set; }

    /// <summary>Gets or sets a value indicating whether the declaration ends what it holds.</summary>
    internal bool IsUsing { get; set; }

    internal IReadOnlyList<Reference> References => _references;

    /// <summary>Gets the value that the variable holds from its declaration on; <see langword="null"/> if it can change. To be called when
    /// the whole method has been read.</summary>
    internal IOperation? OnlyValue
    {
        get
        {
            if (!_isOnlyValueKnown)
            {
                _onlyValue = Declarator?.GetVariableInitializer()?.Value is { } value && !_references.Any(IsWrite) ? value : null;
                _isOnlyValueKnown = true;
            }

            return _onlyValue;
        }
    }

    internal void Add(ILocalReferenceOperation operation, IOperation? function) => _references.Add(new(operation, function));

    /// <summary>Whether a reference is in the function that declares the variable.</summary>
    internal bool IsDirect(Reference reference) => ReferenceEquals(reference.Function, Function);

    internal static bool IsWrite(Reference reference) => reference.Operation.Parent switch
    {
        IAssignmentOperation assignment => ReferenceEquals(assignment.Target, reference.Operation),
        IArgumentOperation { Parameter.RefKind: RefKind.Out or RefKind.Ref } => true,
        IIncrementOrDecrementOperation or ITupleOperation or IAddressOfOperation => true,
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } => declarator.Symbol.RefKind != RefKind.None,
        _ => reference.Operation.IsDeclaration,
    };

    /// <summary>One place that refers to the variable.</summary>
    internal readonly struct Reference(ILocalReferenceOperation operation, IOperation? function)
    {
        internal ILocalReferenceOperation Operation { get; } = operation;

        /// <summary>Gets the lambda or local function that holds the place.</summary>
        internal IOperation? Function { get; } = function;
    }
}

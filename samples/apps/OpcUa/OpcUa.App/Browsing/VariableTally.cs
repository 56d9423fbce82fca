using System.Globalization;
using System.Text.Unicode;
using OpcUa.Client.After;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Views;

namespace OpcUa.App.Browsing;

/// <summary>Records which variables a walk has found: each must be found once, by its name. Recording allocates nothing.</summary>
internal sealed class VariableTally(int variables) : IReferenceHandler
{
    private const ushort Namespace = 2; // of ns=2;i=1 to N
    private const int MaxNameLength = 32;

    private readonly bool[] _found = new bool[variables];
    private int _count;
    private int _faults;

    public bool IsComplete => _count == variables && _faults == 0;

    /// <summary>Starts a walk.</summary>
    public void Begin()
    {
        Array.Clear(_found);
        _count = 0;
        _faults = 0;
    }

    public void OnReference(in ReferenceView reference)
    {
        if (IsVariable(reference.NodeId.NodeId, out uint number))
        {
            Span<byte> name = stackalloc byte[MaxNameLength];
            Utf8.TryWrite(name, CultureInfo.InvariantCulture, $"Variable{number}", out int length);
            Note(number, reference.BrowseName.SequenceEqual(name[..length]));
        }
    }

    public void OnReference(ReferenceDescription reference)
    {
        if (IsVariable(reference.NodeId.NodeId, out uint number))
        {
            Span<char> name = stackalloc char[MaxNameLength];
            name.TryWrite(CultureInfo.InvariantCulture, $"Variable{number}", out int length);
            Note(number, reference.BrowseName.Name.AsSpan().SequenceEqual(name[..length]));
        }
    }

    private static bool IsVariable(NodeId id, out uint number)
    {
        number = id.Number;
        return id is { Kind: NodeIdKind.Numeric, NamespaceIndex: Namespace };
    }

    private void Note(uint number, bool isNamed)
    {
        if (!isNamed || number - 1 >= (uint)_found.Length || _found[number - 1])
        {
            _faults++;
            return;
        }

        _found[number - 1] = true;
        _count++;
    }
}

using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace Pooling.Conventions;

/// <summary>Collects the types of an assembly that its signatures and tokens name. Types of other assemblies are ignored.</summary>
internal sealed class UsedTypes(MetadataReader metadata) : ISignatureTypeProvider<UsedTypes.Nothing, object?>
{
    private readonly HashSet<string> _names = [];

    /// <summary>A decoded type. It is empty, because the types are collected during decoding.</summary>
    internal readonly struct Nothing;

    internal string OutermostName(TypeDefinitionHandle handle)
    {
        TypeDefinition type = metadata.GetTypeDefinition(handle);
        while (!type.GetDeclaringType().IsNil)
            type = metadata.GetTypeDefinition(type.GetDeclaringType());

        string space = metadata.GetString(type.Namespace);
        string name = metadata.GetString(type.Name);

        return space is "" ? name : $"{space}.{name}";
    }

    internal string[] TakeAll()
    {
        string[] names = [.. _names];
        _names.Clear();
        return names;
    }

    internal void Add(EntityHandle handle)
    {
        if (handle.IsNil)
            return;

        switch (handle.Kind)
        {
            case HandleKind.TypeDefinition:
                _names.Add(OutermostName((TypeDefinitionHandle)handle));
                break;
            case HandleKind.TypeSpecification:
                metadata.GetTypeSpecification((TypeSpecificationHandle)handle).DecodeSignature(this, null);
                break;
            case HandleKind.MethodDefinition:
                Add(metadata.GetMethodDefinition((MethodDefinitionHandle)handle).GetDeclaringType());
                break;
            case HandleKind.FieldDefinition:
                Add(metadata.GetFieldDefinition((FieldDefinitionHandle)handle).GetDeclaringType());
                break;
            case HandleKind.MethodSpecification:
                MethodSpecification specification = metadata.GetMethodSpecification((MethodSpecificationHandle)handle);
                specification.DecodeSignature(this, null);
                Add(specification.Method);
                break;
            case HandleKind.MemberReference:
                Add(metadata.GetMemberReference((MemberReferenceHandle)handle));
                break;
            case HandleKind.StandaloneSignature:
                metadata.GetStandaloneSignature((StandaloneSignatureHandle)handle).DecodeMethodSignature(this, null);
                break;
        }
    }

    private void Add(MemberReference member)
    {
        Add(member.Parent);
        if (member.GetKind() is MemberReferenceKind.Method)
            member.DecodeMethodSignature(this, null);
        else
            member.DecodeFieldSignature(this, null);
    }

    public Nothing GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
    {
        _names.Add(OutermostName(handle));
        return default;
    }

    public Nothing GetTypeFromSpecification(MetadataReader reader, object? genericContext, TypeSpecificationHandle handle, byte rawTypeKind)
    {
        Add(handle);
        return default;
    }

    public Nothing GetArrayType(Nothing elementType, ArrayShape shape) => default;

    public Nothing GetByReferenceType(Nothing elementType) => default;

    public Nothing GetFunctionPointerType(MethodSignature<Nothing> signature) => default;

    public Nothing GetGenericInstantiation(Nothing genericType, ImmutableArray<Nothing> typeArguments) => default;

    public Nothing GetGenericMethodParameter(object? genericContext, int index) => default;

    public Nothing GetGenericTypeParameter(object? genericContext, int index) => default;

    public Nothing GetModifiedType(Nothing modifier, Nothing unmodifiedType, bool isRequired) => default;

    public Nothing GetPinnedType(Nothing elementType) => default;

    public Nothing GetPointerType(Nothing elementType) => default;

    public Nothing GetPrimitiveType(PrimitiveTypeCode typeCode) => default;

    public Nothing GetSZArrayType(Nothing elementType) => default;

    public Nothing GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => default;
}

# The network. TODO: endpoints
terraform {
  required_version = ">= 1.5"
  required_providers { aws = { source = "hashicorp/aws", version = "~> 5.0" } }
  backend "s3" { bucket = "state" }
}
variable "name" {
  description = "Name of the \"network\""
  type        = string
}
variable "subnets" {
  type = map(object({
    cidr = string
    tags = optional(map(string), {})
  }))
  default   = {}
  sensitive = true
  validation {
    condition     = length(var.subnets) > 0
    error_message = "None; given {"
  }
}
locals {
  prefix = "${var.name}-${terraform.workspace}"
  policy = <<-EOT
    { "Statement": [
    resource "not" "one" {
  EOT
  common = merge(var.tags, { Name = local.prefix })
}
provider "aws" {
  alias  = "east"
  region = "us-east-1"
}
module "vpc" {
  source   = "../modules/vpc"
  version  = "5.0"
  for_each = var.subnets
  cidr     = each.value.cidr
}
// One for each subnet.
resource "aws_subnet" "this" {
  for_each   = var.subnets
  cidr_block = each.value.cidr == "" ? "10.0.0.0/16" : each.value.cidr
  dynamic "timeouts" {
    for_each = []
    content { create = "5m" }
  }
  lifecycle { prevent_destroy = true }
}
data "aws_region" "current" {}
output "ids" {
  description = "Their ids"
  value       = [for s in aws_subnet.this : s.id]
}
